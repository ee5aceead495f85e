import { codePoints, isStorable } from './text.ts'

/*
 * Decides which addresses may be shown as pictures, for the server and for browsers. A browser fetches a picture with the viewer's
 * cookies, so an address of our own may only be one of our pictures. The server never fetches any of them.
 */

const ownPicture = /^\/pictures\/[\w-][\w./-]*$/
const addressMax = 2_000

/**
 * Accepts an http(s) address of another host, and a picture of our own. `ownHosts` are the hosts (with their ports, as in a `Host`
 * header) that this server is reached by.
 */
export const isPictureAddress = (address: string, ownHosts: readonly string[] = []): boolean => {
  if (!isStorable(address) || /[\s\p{Cc}"<>\\]/u.test(address)) return false
  if (address.length > addressMax && codePoints(address) > addressMax) return false
  const isRelative = /^\/pictures\/[^?#]*(\?w=\d+)?$/.test(address)
  if (!isRelative && !(/^https?:\/\/[^/]/i.test(address) && URL.canParse(address))) return false
  return !isOwnNonPicture(address, ownHosts) && !(isRelative && address.includes('..'))
}

/**
 * Whether an address leads to this server but to none of its pictures, however it is spelled: the URL parser of browsers reads it.
 * Says yes for an address that can't be read.
 */
export const isOwnNonPicture = (address: string, ownHosts: readonly string[]): boolean => {
  const page = 'http://page.invalid'
  if (!URL.canParse(address, page)) return true
  const url = new URL(address, page)
  return [...ownHosts, new URL(page).host].some((host) => isAt(url, host)) && !ownPicture.test(url.pathname)
}

/** The scheme doesn't matter, and a default port is the same host: a proxy may redirect one to the other. */
const isAt = (url: URL, host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false
  const own = new URL(`http://${host}`)
  return bare(url) === bare(own) && (url.port === own.port || ['', '80', '443'].includes(url.port))
}

/** `facet.example.` is the host `facet.example`. */
const bare = ({ hostname }: URL) => hostname.replace(/\.+$/, '')
