import { encode } from 'uqr'

/** Modules of white around the code, as the standard demands, so that cameras find it on any background. */
const quietZone = 4

export interface QrCodeProps {
  readonly text: string
  /** For screen readers. */
  readonly name: string
  readonly className: string
  /** Pixels of each side. */
  readonly size?: number
}

/** A text as a QR code: always black on white, as not every camera reads the opposite. */
export function QrCode({ text, name, className, size = 208 }: QrCodeProps) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={className}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
