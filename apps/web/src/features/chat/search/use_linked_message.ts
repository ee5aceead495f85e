import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Shows the message that the address names, once, and removes it from the address. */
export function useLinkedMessage(show: (messageId: string) => void): void {
  const [query, setQuery] = useSearchParams()
  const linkedId = query.get('message')
  const showLinked = useEffectEvent((messageId: string) => {
    show(messageId)
    const rest = new URLSearchParams(query)
    rest.delete('message')
    setQuery(rest, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (linkedId !== null) showLinked(linkedId)
  }, [linkedId])
}
