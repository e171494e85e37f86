import { SVGIconContainer, type SVGIconProps } from '@blueprintjs/icons'
import type { ComponentType } from 'react'

/**
 * An icon of Blueprint from its outlines on 16 pixels, in the place of Blueprint's own component in the browser bundle
 * (see vite.config.ts).
 */
export function outlineIcon(name: string, outlines: readonly string[]): ComponentType<SVGIconProps> {
  return (props) => (
    <SVGIconContainer iconName={name as never} {...props}>
      {outlines.map((outline) => (
        <path key={outline} d={outline} fillRule="evenodd" />
      ))}
    </SVGIconContainer>
  )
}
