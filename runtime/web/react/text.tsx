/**
 * Replaces Blueprint's `Text` in the browser bundle (see vite.config.ts), which every button, tag and menu item
 * contains. The original measures itself as soon as it is mounted and renders once more, so that a page is laid out and
 * rendered twice before it is painted; a text that is cut off needs its title only once somebody points at it.
 */
import { Classes, type TextProps } from '@blueprintjs/core'
import { createElement, forwardRef, type PointerEvent } from 'react'

export const Text = forwardRef<HTMLElement, TextProps>(function Text(
  { children, tagName = 'div', title, className, ellipsize = false, ...attributes },
  ref,
) {
  const addTitle = ({ currentTarget: text }: PointerEvent<HTMLElement>): void => {
    if (text.scrollWidth > text.clientWidth) text.title = text.textContent
    else text.removeAttribute('title')
  }
  return createElement(
    tagName,
    {
      ...(ellipsize && title === undefined && { onPointerEnter: addTitle }),
      ...attributes,
      className: ellipsize ? `${Classes.TEXT_OVERFLOW_ELLIPSIS} ${className ?? ''}` : className,
      title,
      ref,
    },
    children,
  )
})
