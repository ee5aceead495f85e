import { isPictureAddress } from '#modules/gallery/api'
import { useEffect, useState } from 'react'
import { ownHosts } from '../../lib/own_hosts.ts'

const typingPauseMs = 400

/** The address of a picture that may be shown, empty for none. One that is being typed is not fetched letter by letter. */
export function useSettledAddress(address: string): string {
  const [settled, setSettled] = useState(address)
  const isTyped = /^https?:/i.test(address)
  useEffect(() => {
    if (!isTyped) return
    const timer = setTimeout(() => setSettled(address), typingPauseMs)
    return () => clearTimeout(timer)
  }, [address, isTyped])
  const shown = isTyped ? settled : address
  return isPictureAddress(shown, ownHosts) ? shown : ''
}
