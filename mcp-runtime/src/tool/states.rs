//! The values that the server lends to tools, found by type.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::Arc;

/// One value for each type.
#[derive(Clone, Default)]
pub(crate) struct States {
    values: HashMap<TypeId, Value>,
    /// The first type that was given twice.
    repeated: Option<&'static str>,
}

/// A value and the name of its type, for messages.
#[derive(Clone)]
struct Value {
    value: Arc<dyn Any + Send + Sync>,
    type_name: &'static str,
}

impl States {
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, value: T) {
        let value = Value {
            value: Arc::new(value),
            type_name: type_name::<T>(),
        };
        self.put(TypeId::of::<T>(), value);
    }

    /// Adds the values of `more`.
    pub(crate) fn extend(&mut self, more: Self) {
        self.repeated = self.repeated.or(more.repeated);
        for (id, value) in more.values {
            self.put(id, value);
        }
    }

    fn put(&mut self, id: TypeId, value: Value) {
        let type_name = value.type_name;
        if self.values.insert(id, value).is_some() {
            self.repeated.get_or_insert(type_name);
        }
    }

    /// The value of type `T`, also when it was given in an `Arc`.
    pub(crate) fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.exactly()
            .or_else(|| self.exactly::<Arc<T>>().map(|shared| &**shared))
    }

    fn exactly<T: Any>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.value.downcast_ref()
    }

    pub(crate) fn contains(&self, id: TypeId) -> bool {
        self.values.contains_key(&id)
    }

    pub(crate) fn repeated(&self) -> Option<&'static str> {
        self.repeated
    }
}

impl std::fmt::Debug for States {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("States")
            .field("len", &self.values.len())
            .finish()
    }
}
