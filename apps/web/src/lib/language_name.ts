const names = new Intl.DisplayNames('en', { type: 'language' })

/** 'German' for `de`. The tag itself if it is malformed. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
