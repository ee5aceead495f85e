/** Replaces {{char}} and {{Char}} with the character's name, {{user}} and {{User}} with the reader's. */
export function fillMacros(text: string, names: { character: string; user: string }): string {
  // Replacement functions, because names may contain patterns such as `$&`.
  return text.replace(/\{\{[cC]har\}\}/g, () => names.character).replace(/\{\{[uU]ser\}\}/g, () => names.user)
}

/** What characters call the user: username, first name or 'User'. */
export function userName(user: { username: string | null; firstName: string | null }): string {
  return user.username || user.firstName || 'User'
}
