import { isOwnNonPicture, pictureSources, type PictureFocus } from '#modules/gallery/api'
import { useCallback, useContext, useState, type CSSProperties } from 'react'
import { classNames } from '#web/lib/class_names'
import { initials } from '#web/lib/initials'
import { OwnHosts } from '#web/lib/own_hosts'

interface PictureProps {
  address: string | null
  /** Its initials are shown without a picture, when loading fails, and for an address of ours that isn't a picture. */
  name: string
  /** The point that a crop keeps in view. The default is the upper middle. */
  focus?: PictureFocus | null
  /** Enlarges a picture around its focus. Ignored without a focus. */
  zoom?: number
  /** The `sizes` attribute: '(min-width: 40rem) 14rem, 45vw'. Half the viewport by default. */
  sizes?: string
  /** Visible when the page opens: fetched first, shown without a fade. */
  isPriority?: boolean
  /** Fetched before it nears the viewport and shown without a fade, for pictures that move into view. */
  isEager?: boolean
  className?: string
  /** The classes of the `img`, such as its `object-position` when there is no focus. */
  imageClassName?: string
  initialsClassName?: string
}

/**
 * A decorative picture; its name is always written next to it. Fills the size given by `className`, and shows a color derived from the
 * name until it has loaded, so that the layout never shifts.
 */
export function Picture({
  address,
  name,
  focus,
  zoom,
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
  // A cached image is shown without a fade.
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
          // Without a new element the old image would stay until the new one has loaded.
          key={address}
          ref={markIfLoaded}
          {...pictureSources(address, sizes)}
          alt=""
          loading={isPriority || isEager ? 'eager' : 'lazy'}
          fetchPriority={isPriority ? 'high' : undefined}
          decoding={isPriority ? 'sync' : 'async'}
          referrerPolicy="no-referrer"
          draggable={false}
          style={focus ? cropAround(focus, zoom) : undefined}
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

/** Keeps the focus in view where `object-fit: cover` crops. A zoom also moves it towards the middle, without uncovering an edge. */
function cropAround({ x, y }: PictureFocus, zoom = 1): CSSProperties {
  const objectPosition = `${toPercent(x)} ${toPercent(y)}`
  if (zoom === 1) return { objectPosition }
  const origin = (fraction: number) => toPercent(Math.min(1, Math.max(0, (zoom * fraction - 0.5) / (zoom - 1))))
  return { objectPosition, scale: zoom, transformOrigin: `${origin(x)} ${origin(y)}` }
}

const toPercent = (fraction: number) => `${Math.round(fraction * 1_000) / 10}%`

const tones = [
  'from-(--tone-1)',
  'from-(--tone-2)',
  'from-(--tone-3)',
  'from-(--tone-4)',
  'from-(--tone-5)',
  'from-(--tone-6)',
] as const

/** Returns the class of a color that depends on the name only. */
function toneOf(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? tones[0]
}
