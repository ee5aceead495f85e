import { useState } from 'react'
import { classNames } from '../../lib/class_names.ts'
import { initials } from '../../lib/initials.ts'

interface PictureProps {
  address: string | null
  /** Whose picture: its initials stand in when there is none or it fails to load. */
  name: string
  className?: string
  initialsClassName?: string
}

/** A picture beside its name; decorative, because the name is always written next to it. Give it a size. */
export function Picture({ address, name, className, initialsClassName }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span aria-hidden className={classNames('relative block shrink-0 overflow-hidden', tones[toneOf(name)], className)}>
      {address !== null && address !== failed ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full object-cover object-[50%_20%]"
          onError={() => setFailed(address)}
        />
      ) : (
        <span
          className={classNames('absolute inset-0 grid place-items-center font-semibold text-white', initialsClassName)}
        >
          {initials(name)}
        </span>
      )}
    </span>
  )
}

const tones = [
  'bg-linear-to-br from-[#8a1c45] to-[#3a1030]',
  'bg-linear-to-br from-[#5b2a86] to-[#231338]',
  'bg-linear-to-br from-[#24527a] to-[#141c3a]',
  'bg-linear-to-br from-[#1f6357] to-[#11252c]',
  'bg-linear-to-br from-[#8a4a1c] to-[#3a1620]',
  'bg-linear-to-br from-[#6a1f6a] to-[#2a1036]',
]

/** The same name, the same colours, on every screen. */
function toneOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % tones.length
}
