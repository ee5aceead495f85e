import { hostOf } from '#modules/gallery/api'
import ImageOff from 'lucide-react/icons/image-off'
import { use, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { PictureHostsContext } from './picture_hosts.ts'

interface MessagePictureProps {
  /** An address from `safePicture`. */
  address: string
  alt: string
}

/**
 * A picture in a message. A request to another host tells that host who is reading, so its pictures load only after the user has chosen to
 * show one of them.
 */
export function MessagePicture({ address, alt }: MessagePictureProps) {
  const { hosts, add } = use(PictureHostsContext)
  const [isShown, setIsShown] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const host = address.startsWith('/') ? null : hostOf(address)
  if (hasFailed)
    return (
      <span className="inline-flex items-center gap-2 text-sm text-soft">
        <ImageOff aria-hidden className="size-4" />
        {alt || 'Picture'} (not available)
      </span>
    )
  if (host !== null && !isShown && !hosts.includes(host))
    return (
      <span className="my-[0.3em] inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 whitespace-normal">
        <Button
          size="s"
          onClick={() => {
            setIsShown(true)
            add?.(host)
          }}
        >
          <span className="wrap-anywhere">Show picture from {host}</span>
        </Button>
        {alt !== '' && <span className="text-sm text-soft">{alt}</span>}
      </span>
    )
  return (
    <img
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="my-[0.3em] block max-h-[28rem] max-w-full rounded-panel bg-hover"
      onError={() => setHasFailed(true)}
    />
  )
}
