/** Returns the patterns of `--files` that match none of the files. Japa matches the same way, and ignores such a pattern beside others. */
export const unmatchedPatterns = (patterns: readonly string[], files: readonly string[]): string[] =>
  patterns.filter((pattern) => !files.some((file) => matches(file, pattern)))

const matches = (file: string, pattern: string): boolean => {
  if (file.endsWith(pattern)) return true
  const names = file
    .replace(/(\.spec)?\.ts$/, '')
    .split('/')
    .reverse()
  return pattern
    .split('/')
    .reverse()
    .every((part, index) => names[index] && (part === '*' || names[index].endsWith(part)))
}
