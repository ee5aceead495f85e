import { pictureSources } from '#modules/gallery/api'
import { useState } from 'react'
import { classNames } from '#web/lib/class_names'

interface FaceProps {
  /** The picture, and those that stand in for it when it can't be loaded. */
  addresses: readonly (string | null | undefined)[]
  /** The name of the expression. */
  name: string
  sizes: string
  className?: string
}

/** The expression of a character. The previous one stays until the next one has loaded. */
export function Face({ addresses, name, sizes, className }: FaceProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const address = addresses.find((each): each is string => Boolean(each) && !failed.includes(each!))
  if (address === undefined) return null
  return (
    <img
      {...pictureSources(address, sizes)}
      alt={name}
      referrerPolicy="no-referrer"
      draggable={false}
      decoding="async"
      className={classNames('size-full', className)}
      onError={() => setFailed((known) => [...known, address])}
    />
  )
}
