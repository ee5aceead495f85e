import { createElement, forwardRef, type SVGProps } from 'react'

interface Icon {
  name: string
  /** The elements in the picture of 24 × 24. */
  node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[]
}

/**
 * Replaces the function of the same name in `lucide-react`, which also knows sizes, contexts and other libraries: 2 kB of every first view.
 * Assistive technology ignores an icon without a name.
 */
export default function createLucideIcon({ name, node }: Icon) {
  return forwardRef<SVGSVGElement, SVGProps<SVGSVGElement>>(({ className = '', children, ...rest }, ref) =>
    createElement(
      'svg',
      {
        ref,
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        'aria-hidden': rest['aria-label'] || rest.role ? undefined : true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
      children
    )
  )
}
