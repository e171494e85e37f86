/** Figures that open the list they count, for those who may open it. */
import { formatDecimal, listAddress, useLanguage } from 'tablewright/web'
import type { Filter } from 'tablewright/protocol'
import type { Board, TileName } from '../../shared/dashboard.ts'
import { useT } from '../texts.ts'

type Tone = 'danger' | 'warning' | 'success'

export const tileOf = ({ tiles }: Pick<Board, 'tiles'>, name: TileName) =>
  tiles.find((tile) => tile.name === name) ?? { name, count: 0, entity: '', search: null }

/** The address of the list of a tile, narrowed further; null where the caller may not open it. */
export function addressOf(board: Pick<Board, 'tiles'>, name: TileName, more: readonly Filter[] = []): string | null {
  const { entity, search } = tileOf(board, name)
  // The server sends filters as the list takes them.
  return search && listAddress(entity, { search: [...(search as unknown as readonly Filter[]), ...more], exact: true })
}

interface FigureProps {
  readonly board: Pick<Board, 'tiles' | 'year'>
  readonly name: TileName
  /** Where it is more than none. */
  readonly tone?: Tone
  readonly isLarge?: boolean
}

export function Figure({ board, name, tone, isLarge }: FigureProps) {
  const t = useT()
  const language = useLanguage()
  const { count } = tileOf(board, name)
  const href = addressOf(board, name)
  const content = (
    <>
      <span className="face-figure-label">{t(`tile.${name}`, { year: board.year })}</span>
      <span className="face-figure-value">{formatDecimal(String(count), 0, language)}</span>
    </>
  )
  const attributes = {
    className: 'face-figure',
    'data-tone': count > 0 ? tone : undefined,
    'data-large': isLarge || undefined,
    'data-tile': name,
  }
  return href === null ? (
    <span {...attributes}>{content}</span>
  ) : (
    <a {...attributes} href={href}>
      {content}
    </a>
  )
}
