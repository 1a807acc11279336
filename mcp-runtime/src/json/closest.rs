//! "Did you mean": the one of a few names nearest to a mistyped one.

/// Longest word worth comparing; a caller's key may be of any length.
const LONGEST: usize = 64;

/// The candidate that a typing slip away from `word`, or `None` when none is near enough to suggest.
pub(crate) fn closest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = fold(word);
    // one slip for short words, a third of the letters for longer ones
    let allowed = (folded.len() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (distance(&folded, &fold(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= allowed && *distance < fold(candidate).len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Case and the marks between words are no difference: `fromCity` for `from_city`.
fn fold(word: &str) -> Vec<char> {
    word.chars()
        .filter(|letter| !matches!(letter, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Letters to add, drop, change or swap with their neighbour.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before_last = vec![0; right.len() + 1];
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, letter) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let changed = last[column] + usize::from(letter != other);
            let mut least = changed.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *letter == right[column - 1] && left[row - 1] == *other {
                least = least.min(before_last[column - 1] + 1);
            }
            current.push(least);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[right.len()]
}
