//! What can be wrong with a schema, in our words.

/// Why a schema could not be made or was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A map has keys that JSON cannot hold.
    #[error(
        "{place} has a map with keys of type `{key}`; the keys of a map must be strings, \
         integers or unit enums"
    )]
    MapKey {
        /// Where the type stands, for example "parameter `routes`".
        place: String,
        /// The type of the keys, as its schema names it.
        key: String,
    },

    /// An option in an option: JSON has only one `null`.
    #[error(
        "{place} has an option inside an option; JSON cannot tell the two kinds of nothing \
         apart, use one `Option`"
    )]
    NestedOption {
        /// Where the type stands.
        place: String,
    },

    /// Two properties of one object have the same name.
    #[error("there are two properties called `{name}`; rename one of them")]
    DuplicateProperty {
        /// The name.
        name: String,
    },

    /// An enum without values: nothing would be accepted.
    #[error("the enum of `{name}` has no values; add one or leave the property out")]
    EmptyEnum {
        /// The property.
        name: String,
    },

    /// A property was added to a schema that is given as JSON.
    #[error(
        "the property `{name}` is added to a schema that is given as JSON; write it in the JSON"
    )]
    PropertyOfRaw {
        /// The property.
        name: String,
    },

    /// The `properties` of a schema given as JSON are not an object of objects.
    #[error("`properties` of the schema must be an object whose members are schemas in braces")]
    Properties,

    /// A default is not JSON.
    #[error("the default of {place} is not JSON")]
    Default {
        /// Where the default stands.
        place: String,
        /// What the JSON parser says.
        #[source]
        source: serde_json::Error,
    },

    /// An example is not JSON.
    #[error("an example of {place} is not JSON")]
    Example {
        /// Where the example stands.
        place: String,
        /// What the JSON parser says.
        #[source]
        source: serde_json::Error,
    },

    /// A bound on values that the type does not have.
    #[error("{place} has {given}, which is for {wanted}; leave it out, or take another type")]
    Constraint {
        /// Where the bound stands.
        place: String,
        /// The bound.
        given: &'static str,
        /// The values that can have it.
        wanted: &'static str,
    },

    /// A header for values that headers do not hold.
    #[error(
        "{place} has a `header`, which is for strings, integers and bools alone; leave it out, \
         or take another type"
    )]
    Header {
        /// Where the header stands.
        place: String,
    },

    /// Two properties go into one header; case does not tell headers apart.
    #[error("the header `{name}` belongs to two parameters, `{first}` and `{second}`; rename one")]
    DuplicateHeader {
        /// The header.
        name: String,
        /// The property that has it first.
        first: String,
        /// The other.
        second: String,
    },

    /// A pattern for a type with a pattern.
    #[error("{place} has a `pattern`, and so has its type; keep one of them")]
    TwoPatterns {
        /// Where the pattern stands.
        place: String,
    },

    /// A schema given by hand is not JSON.
    #[error("the schema is not JSON")]
    NotJson(
        /// What the JSON parser says.
        #[source]
        serde_json::Error,
    ),

    /// A schema given by hand does not describe an object.
    #[error("the schema must be an object with `\"type\": \"object\"`, not {found}")]
    NotAnObject {
        /// What it is instead.
        found: String,
    },

    /// A record that cannot be unrolled into properties.
    #[error(
        "{place}: `{name}` cannot be unrolled: {reason}; leave `unroll` out to take it as one value"
    )]
    Unrolled {
        /// Where the record stands.
        place: String,
        /// The record.
        name: String,
        /// What keeps its fields together.
        reason: String,
    },

    /// An output schema given by hand is no schema.
    #[error("the schema must be a JSON object, not `{found}`")]
    NotASchema {
        /// What it is instead.
        found: String,
    },

    /// A reference in a schema given by hand that leads nowhere.
    #[error(
        "it refers to `{reference}`, which is not in it; a client knows nothing but the schema"
    )]
    Unresolved {
        /// The reference.
        reference: String,
    },

    /// The function needs an argument that a schema given by hand does not have.
    #[error(
        "the function needs the argument `{name}`, which is not among its `properties`; add it, or \
         make the argument optional"
    )]
    ArgumentWithoutProperty {
        /// The argument.
        name: String,
    },

    /// A schema given by hand has a property that the function does not take.
    #[error(
        "its property `{name}` is no argument of the function; leave it out, or mark the tool \
         `extra = \"ignore\"`"
    )]
    PropertyWithoutArgument {
        /// The property.
        name: String,
    },

    /// A reference that leads nowhere.
    #[error(
        "the schema of {place} refers to `{reference}`, which is not in it; hand-written \
         schemas can refer to `#` and to what the generator defines"
    )]
    Reference {
        /// Where the type stands.
        place: String,
        /// The reference.
        reference: String,
    },
}
