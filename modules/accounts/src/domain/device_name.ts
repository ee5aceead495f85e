/** The first match wins, because browsers also name their predecessors. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Longer than any real header. */
const userAgentMax = 1_000

const findName = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Returns a readable device name such as 'Firefox on Linux', or null for an unknown client. */
export const deviceName = (userAgent: string | undefined): string | null => {
  if (!userAgent) return null
  const header = userAgent.slice(0, userAgentMax)
  const browser = findName(browsers, header)
  const system = findName(systems, header)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
