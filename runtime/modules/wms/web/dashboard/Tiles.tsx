/** Tiles of waiting work: each figure opens the list it counts. */
import { formatDecimal, listAddress, useLanguage } from 'tablewright/web'
import type { Tile, TileName } from '../../shared/dashboard.ts'
import { useT } from './texts.ts'

/** Where more than none needs somebody's attention. */
const tones: Readonly<Partial<Record<TileName, 'warning' | 'danger'>>> = {
  lowStock: 'warning',
  expiring: 'warning',
  expired: 'danger',
}

export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <ul className="wms-tiles">
      {tiles.map(({ name, entity, search, count }) => (
        <li key={name}>
          <a
            className="wms-card tw-card"
            href={listAddress(entity, { search, exact: true })}
            data-tone={count ? tones[name] : undefined}
            data-empty={count === 0 || undefined}
            title={count === null ? t('unknown') : undefined}
          >
            <span className="wms-card-label">{t(`tile.${name}`)}</span>
            <span className="wms-figure">{count === null ? '—' : formatDecimal(String(count), 0, language)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
