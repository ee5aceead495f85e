/** The bracket before a target that isn't known to be harmless: a page of http(s), a mail address, or a path without a scheme. */
const ofInlineLink = /\](?=\((?!\s*<?(?:https?:\/\/|mailto:[^\s<>]|[^\s:&\\()<>]*(?:[/?#>]|\s*\)|\s+["'(]))))/gi
const ofDefinition = /\](?=:(?!\s*(?:https?:\/\/|mailto:[^\s<>]|[/?#]|[^\s:&\\()<>]+(?:[\s/?#]|$)|$)))/gi

/**
 * Turns Markdown links with other targets, such as `javascript:` and `data:`, into plain text, because some viewers run them. Viewers decode
 * entities and drop white space in targets, so this lists what is allowed. The replacement is an entity, because a backslash could itself be
 * escaped.
 */
export const withoutUnsafeLinks = (markdown: string): string =>
  markdown.replace(ofInlineLink, '&#93;').replace(ofDefinition, '&#93;')
