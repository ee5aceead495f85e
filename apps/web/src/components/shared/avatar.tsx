import { classNames } from '#web/lib/class_names'
import { Picture } from './picture.tsx'

const shapes = {
  xs: ['size-6 text-[0.625rem]', '1.5rem'],
  s: ['size-9 text-xs', '2.25rem'],
  m: ['size-11 text-sm', '2.75rem'],
  l: ['size-16 text-xl', '4rem'],
  xl: ['size-28 text-3xl', '7rem'],
} as const

interface AvatarProps {
  address: string | null
  name: string
  size?: keyof typeof shapes
  className?: string
}

/** A small round picture, or the initials of the name. */
export function Avatar({ address, name, size = 'm', className }: AvatarProps) {
  const [shape, width] = shapes[size]
  return (
    <Picture address={address} name={name} sizes={width} className={classNames('rounded-full', shape, className)} />
  )
}
