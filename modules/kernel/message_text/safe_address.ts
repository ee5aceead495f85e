/** Longer addresses stay text. */
export const addressMax = 2_048

/** Control characters, spaces, and characters that hide others or change their direction. */
const unsafe = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\\]/u

/**
 * Returns the normalised address if a text by a user may link to it, or else null: `http`, `https` and `mailto` only, without user and
 * password, control or direction characters. The host is in its ASCII form (punycode). All texts by users use this list.
 */
export function safeAddress(written: string): string | null {
  if (written.length > addressMax || unsafe.test(written) || !/^(?:https?:\/\/|mailto:)/i.test(written)) return null
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  if (url.protocol === 'mailto:') return /^[^@?]+@[^@?]+(?:\?|$)/.test(url.pathname) ? url.href : null
  return url.username === '' && url.password === '' && url.hostname !== '' ? url.href : null
}

/** Returns the address of a picture that a text by a user may show: one of our own pictures, or any `https` address. */
export function safePicture(written: string): string | null {
  if (/^\/pictures\/[\w./-]{1,200}$/.test(written) && !/\.\./.test(written)) return written
  const address = safeAddress(written)
  return address?.startsWith('https:') ? address : null
}

/** Returns the host of an address from `safeAddress`; the receiver of a mail address. */
export const hostOf = (address: string): string => {
  const url = new URL(address)
  return url.protocol === 'mailto:' ? decodeURI(url.pathname) : url.host
}
