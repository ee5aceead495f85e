import { codePoints } from '#modules/kernel/text'
import { limits } from './limits.ts'

/** An http(s) address, or one of a picture of ours. The server never fetches it. */
export const isPictureAddress = (address: string): boolean => {
  if (codePoints(address) > limits.pictureAddressMax || /[\s\p{Cc}"<>\\]/u.test(address)) return false
  if (/^\/pictures\/[\w-][\w./-]*(\?w=\d+)?$/.test(address)) return !address.includes('..')
  return /^https?:\/\/[^/]/i.test(address) && URL.canParse(address)
}
