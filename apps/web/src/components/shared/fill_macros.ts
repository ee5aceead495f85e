/** Names the two sides of a chat: {{char}} and {{Char}} are the character, {{user}} and {{User}} the reader. */
export function fillMacros(text: string, names: { character: string; user: string }): string {
  // A function as replacement: a name with `$&` in it stays a name.
  return text.replace(/\{\{[cC]har\}\}/g, () => names.character).replace(/\{\{[uU]ser\}\}/g, () => names.user)
}

/** What a character calls the reader: username, else first name, else 'User'. */
export function userName(user: { username: string | null; firstName: string | null }): string {
  return user.username || user.firstName || 'User'
}
