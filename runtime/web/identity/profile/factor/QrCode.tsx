import { encode } from 'uqr'

/** Modules of white around the code, as the standard demands, so that cameras find it on any background. */
const quietZone = 4

interface QrCodeProps {
  readonly text: string
  /** What it is, for screen readers. */
  readonly name: string
}

/** A text as a QR code: always black on white, as not every camera reads the opposite. */
export function QrCode({ text, name }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="factor-qr"
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
