import type { ComponentProps } from 'react'
import { classNames } from '#web/lib/class_names'
import './slider.css'

interface SliderProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Without a value, the thumb is hollow. */
  isSet: boolean
}

/** A native slider in the colours of the theme. Give it a label. */
export function Slider({ isSet, className, ...rest }: SliderProps) {
  return <input type="range" className={classNames('slider', isSet && 'is-set', className)} {...rest} />
}
