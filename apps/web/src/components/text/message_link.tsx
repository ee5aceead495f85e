import { hostOf } from '#modules/gallery/api'
import { use, useState, type MouseEvent, type ReactNode } from 'react'
import { lazyPart } from '#web/lib/lazy_part'
import { OwnHosts } from '#web/lib/own_hosts'

const LinkDialog = lazyPart(async () => (await import('./link_dialog.tsx')).LinkDialog)

interface MessageLinkProps {
  /** An address from `safeAddress`. */
  address: string
  children: ReactNode
}

/** A link in a text by a user or a model. It asks before it leads to another host. */
export function MessageLink({ address, children }: MessageLinkProps) {
  const ownHosts = use(OwnHosts)
  const [isAsking, setIsAsking] = useState(false)
  const host = hostOf(address)
  const ask = (event: MouseEvent) => {
    if (ownHosts.includes(host)) return
    event.preventDefault()
    setIsAsking(true)
  }
  return (
    <>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="text-accent-text underline underline-offset-4 wrap-anywhere"
        onClick={ask}
        onAuxClick={ask}
      >
        {children}
      </a>
      {isAsking && <LinkDialog address={address} host={host} onClose={() => setIsAsking(false)} />}
    </>
  )
}
