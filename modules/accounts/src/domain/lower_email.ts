/**
 * Lower-cases letter by letter, as PostgreSQL's `lower` does. JavaScript's `toLowerCase` differs for `İ` and a final `Σ`, which would give
 * one account several rate-limit counters.
 */
export const lowerEmail = (email: string) => Array.from(email, (letter) => Array.from(letter.toLowerCase())[0]).join('')
