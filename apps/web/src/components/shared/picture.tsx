import { isOwnNonPicture, pictureSources } from '#modules/gallery/api'
import { useCallback, useContext, useState } from 'react'
import { classNames } from '../../lib/class_names.ts'
import { initials } from '../../lib/initials.ts'
import { OwnHosts } from '../../lib/own_hosts.ts'

interface PictureProps {
  address: string | null
  /** Whose picture: its initials stand in when there is none, when it fails to load, and for an address of ours that is no picture. */
  name: string
  /** How wide it is shown, as the `sizes` of an image: '(min-width: 40rem) 14rem, 45vw'. Without it, half the window. */
  sizes?: string
  /** In view when the page opens, in any window: fetched before all else, and shown without a fade. */
  isPriority?: boolean
  /** Fetched without waiting until it is near the view, and shown without a fade: for one that comes into view by itself or at once. */
  isEager?: boolean
  className?: string
  /** Of the image itself: what is kept when it is cropped. */
  imageClassName?: string
  initialsClassName?: string
}

/**
 * A picture beside its name; decorative, because the name is always written next to it. Give it a size: it fills that,
 * coloured by the name until the picture has come, so nothing moves.
 */
export function Picture({
  address,
  name,
  sizes = '50vw',
  isPriority = false,
  isEager = false,
  className,
  imageClassName = 'object-[50%_20%]',
  initialsClassName,
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const ownHosts = useContext(OwnHosts)
  const [loaded, setLoaded] = useState<string | null>(null)
  // One that the browser has at hand is there at once: no fade for it.
  const markIfLoaded = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth > 0) setLoaded(address)
    },
    [address]
  )
  const fades = !isPriority && !isEager
  return (
    <span
      aria-hidden
      className={classNames(
        'relative block shrink-0 overflow-hidden bg-linear-to-br to-(--tone-end)',
        toneOf(name),
        className
      )}
    >
      {address !== null && address !== failed && !isOwnNonPicture(address, ownHosts) ? (
        <img
          // A new address is a new image: the old one would stay in its place until the new one has come.
          key={address}
          ref={markIfLoaded}
          {...pictureSources(address, sizes)}
          alt=""
          loading={isPriority || isEager ? 'eager' : 'lazy'}
          fetchPriority={isPriority ? 'high' : undefined}
          decoding={isPriority ? 'sync' : 'async'}
          referrerPolicy="no-referrer"
          draggable={false}
          className={classNames(
            'absolute inset-0 size-full object-cover',
            fades && 'transition-opacity duration-long ease-out',
            fades && loaded !== address && 'opacity-0',
            imageClassName
          )}
          onLoad={() => setLoaded(address)}
          onError={() => setFailed(address)}
        />
      ) : (
        <span
          className={classNames('display absolute inset-0 grid place-items-center text-on-picture', initialsClassName)}
        >
          {initials(name)}
        </span>
      )}
    </span>
  )
}

const tones = [
  'from-(--tone-1)',
  'from-(--tone-2)',
  'from-(--tone-3)',
  'from-(--tone-4)',
  'from-(--tone-5)',
  'from-(--tone-6)',
] as const

/** The same name, the same colour, on every screen. */
function toneOf(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? tones[0]
}
