import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Button, type ButtonLook, type ButtonSize } from './button.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  ref?: Ref<HTMLButtonElement>
  /** The accessible name and tooltip. */
  label: string
  /** A lucide icon; sized here. */
  icon: ReactNode
  look?: ButtonLook
  size?: ButtonSize
  isLoading?: boolean
}

export function IconButton({ label, icon, look = 'quiet', size, ...rest }: IconButtonProps) {
  return (
    <Button look={look} size={size} isIcon aria-label={label} title={label} {...rest}>
      <span aria-hidden className={size === 's' ? '[&>svg]:size-4' : '[&>svg]:size-5'}>
        {icon}
      </span>
    </Button>
  )
}
