//! Published schemas held against what a server takes and gives, by a validator that shares no code with it.

mod arguments;
mod change;
mod choices;
mod exceptions;
mod excuses;
mod judge;
mod results;
mod spell;
mod types;
mod values;
