import { isPictureAddress } from '#modules/gallery/api'
import { useEffect, useState } from 'react'
import { ownHosts } from '#web/lib/own_hosts'

const debounceMs = 400

/** The address of a picture to show; empty when it is invalid. Debounced while the reader types it. */
export function useDebouncedPictureAddress(address: string): string {
  const [settled, setSettled] = useState(address)
  const isTyped = /^https?:/i.test(address)
  useEffect(() => {
    if (!isTyped) return
    const timer = setTimeout(() => setSettled(address), debounceMs)
    return () => clearTimeout(timer)
  }, [address, isTyped])
  const shown = isTyped ? settled : address
  return isPictureAddress(shown, ownHosts) ? shown : ''
}
