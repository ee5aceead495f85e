import { isLonger, isStorable } from './text.ts'

/*
 * Decides which addresses are allowed as pictures, on the server and in the browser. Browsers fetch pictures with the viewer's cookies,
 * so an address on this server must be one of its pictures. The server never fetches these addresses.
 */

const ownPicture = /^\/pictures\/[\w-][\w./-]*$/
const addressMax = 2_000

/**
 * Accepts http(s) addresses of other hosts, and this server's own pictures. `ownHosts` are this server's hosts with their ports, as in
 * a `Host` header.
 */
export const isPictureAddress = (address: string, ownHosts: readonly string[] = []): boolean => {
  if (isLonger(address, addressMax)) return false
  if (!isStorable(address) || /[\s\p{Cc}"<>\\]/u.test(address)) return false
  const isRelative = /^\/pictures\/[^?#]*(\?w=\d+)?$/.test(address)
  if (!isRelative && !(/^https?:\/\/[^/]/i.test(address) && URL.canParse(address))) return false
  return !isOwnNonPicture(address, ownHosts) && !(isRelative && address.includes('..'))
}

/**
 * Whether an address leads to this server, but not to a picture. Parses it as browsers do, so unusual spellings don't matter. Returns
 * true for an invalid address.
 */
export const isOwnNonPicture = (address: string, ownHosts: readonly string[]): boolean => {
  const page = 'http://page.invalid'
  if (!URL.canParse(address, page)) return true
  const url = new URL(address, page)
  return [...ownHosts, new URL(page).host].some((host) => isAt(url, host)) && !ownPicture.test(url.pathname)
}

/** Ignores the scheme and treats default ports as the same host, because a proxy may redirect between them. */
const isAt = (url: URL, host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false
  const own = new URL(`http://${host}`)
  return bare(url) === bare(own) && (url.port === own.port || ['', '80', '443'].includes(url.port))
}

/** Removes trailing dots, because `facet.example.` is the host `facet.example`. */
const bare = ({ hostname }: URL) => hostname.replace(/\.+$/, '')
