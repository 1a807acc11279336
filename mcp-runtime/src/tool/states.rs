//! The values that the server lends to tools, found by type.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::Arc;

/// One value for each type.
#[derive(Default)]
pub(crate) struct States {
    values: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    /// The first type that was given twice.
    repeated: Option<&'static str>,
}

impl States {
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, value: T) {
        let previous = self.values.insert(TypeId::of::<T>(), Box::new(value));
        if previous.is_some() && self.repeated.is_none() {
            self.repeated = Some(type_name::<T>());
        }
    }

    /// The value of type `T`, also when it was given in an `Arc`.
    pub(crate) fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.exactly()
            .or_else(|| self.exactly::<Arc<T>>().map(|shared| &**shared))
    }

    fn exactly<T: Any>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
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
