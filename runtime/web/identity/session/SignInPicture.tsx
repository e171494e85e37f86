/** A decorative drawing of the product: lines of a schema become a table. The slogan is its text. */
import { useT } from '../../core/i18n/shell-texts.ts'

/** x, y and width of each line. */
const schemaLines = [
  [26, 52, 64],
  [40, 71, 88],
  [40, 90, 56],
  [40, 109, 104],
  [40, 128, 72],
  [26, 147, 40],
] as const
const rows = [0, 1, 2, 3, 4] as const

export function SignInPicture() {
  const t = useT()
  return (
    <aside className="tw-sign-in-picture" aria-label={t('signIn.slogan')}>
      <svg viewBox="0 0 440 360" aria-hidden="true" focusable="false">
        <g className="tw-picture-schema">
          <rect x="0" y="24" width="168" height="148" rx="10" />
          {schemaLines.map(([x, y, width]) => (
            <line key={y} x1={x} x2={x + width * 0.9} y1={y} y2={y} />
          ))}
        </g>
        <path className="tw-picture-way" d="M168 100h36a16 16 0 0 1 16 16v36" />
        <g className="tw-picture-table">
          <rect x="84" y="152" width="356" height="196" rx="10" />
          <path d="M84 186h356" />
          {[0, 1, 2, 3].map((column) => (
            <line
              key={column}
              className="tw-picture-head"
              x1={104 + column * 84}
              x2={144 + column * 84}
              y1="169"
              y2="169"
            />
          ))}
          {rows.map((row) => (
            <g key={row}>
              <line x1="104" x2={138 + (row % 3) * 8} y1={206 + row * 30} y2={206 + row * 30} />
              <line x1="188" x2={236 + ((row + 1) % 3) * 7} y1={206 + row * 30} y2={206 + row * 30} />
              <line x1="272" x2={300 + ((row * 2) % 3) * 9} y1={206 + row * 30} y2={206 + row * 30} />
              <rect
                className={row % 3 === 1 ? 'tw-picture-tag tw-picture-tag-warm' : 'tw-picture-tag'}
                x="356"
                y={198 + row * 30}
                width="52"
                height="16"
                rx="8"
              />
            </g>
          ))}
        </g>
      </svg>
      <p className="tw-sign-in-slogan">{t('signIn.slogan')}</p>
    </aside>
  )
}
