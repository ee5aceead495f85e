/**
 * Letter by letter, as the database looks for an account. JavaScript makes two letters of İ where PostgreSQL makes an i of it, so
 * that each way to write an address with it would have counts of its own for one account; and it knows the Σ that ends a word.
 */
export const lowerEmail = (email: string) => Array.from(email, (letter) => Array.from(letter.toLowerCase())[0]).join('')
