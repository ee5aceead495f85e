import type { PictureFocus } from '#modules/gallery/api'
import { classNames } from '#web/lib/class_names'
import { Picture } from './picture.tsx'

/** The zoom of pictures with a focus. A face is a third of most portraits, and too small in a circle of two rem. */
const zoom = 1.5

/** The classes of each size, and the width of the zoomed picture. */
const shapes = {
  xs: ['size-6 text-[0.625rem]', '2.25rem'],
  s: ['size-9 text-xs', '3.5rem'],
  m: ['size-11 text-sm', '4.25rem'],
  l: ['size-16 text-xl', '6rem'],
  xl: ['size-28 text-3xl', '10.5rem'],
} as const

interface AvatarProps {
  address: string | null
  name: string
  focus?: PictureFocus | null
  size?: keyof typeof shapes
  className?: string
}

/** A small round picture, or the initials of the name. */
export function Avatar({ address, name, focus, size = 'm', className }: AvatarProps) {
  const [shape, width] = shapes[size]
  return (
    <Picture
      address={address}
      name={name}
      focus={focus}
      zoom={zoom}
      sizes={width}
      className={classNames('rounded-full', shape, className)}
    />
  )
}
