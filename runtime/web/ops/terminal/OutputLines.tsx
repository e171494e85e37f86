/** The lines of an output, in blocks: only those that changed are rendered again, only those in view are laid out. */
import { memo, type CSSProperties } from 'react'
import type { Line, TextStyle } from './ansi.ts'
import { markLine, type Match } from './search.ts'

interface OutputLinesProps {
  readonly lines: readonly Line[]
  /** Number of the first line. */
  readonly first: number
  readonly matches: readonly Match[]
  readonly current: Match | null
}

const blockSize = 200

export function OutputLines({ lines, first, matches, current }: OutputLinesProps) {
  const byLine = groupByLine(matches)
  return Array.from({ length: Math.ceil(lines.length / blockSize) }, (_, block) => {
    const from = block * blockSize
    const shown = lines.slice(from, from + blockSize).map((line, index) => ({
      line,
      number: first + from + index,
      matches: byLine.get(from + index) ?? none,
    }))
    const hasCurrent = current !== null && current.line >= from && current.line < from + blockSize
    return <Block key={first + from} lines={shown} current={hasCurrent ? current : null} />
  })
}

const none: readonly Match[] = []

function groupByLine(matches: readonly Match[]): ReadonlyMap<number, readonly Match[]> {
  const byLine = new Map<number, Match[]>()
  for (const match of matches) {
    const ofLine = byLine.get(match.line)
    if (ofLine) ofLine.push(match)
    else byLine.set(match.line, [match])
  }
  return byLine
}

interface BlockProps {
  readonly lines: readonly { readonly line: Line; readonly number: number; readonly matches: readonly Match[] }[]
  readonly current: Match | null
}

const Block = memo(function Block({ lines, current }: BlockProps) {
  return (
    <div className="terminal-block" style={{ '--lines': lines.length } as CSSProperties}>
      {lines.map(({ line, number, matches }) => (
        <div key={number} className="terminal-line" data-line={number}>
          {markLine(line, matches).map(({ start, text, style, match }) =>
            match === null ? (
              <span key={start} {...lookOf(style)}>
                {text}
              </span>
            ) : (
              <mark key={start} aria-current={match === current ? 'true' : undefined}>
                {text}
              </mark>
            ),
          )}
        </div>
      ))}
    </div>
  )
}, isSameBlock)

function isSameBlock(one: BlockProps, other: BlockProps): boolean {
  return (
    one.current === other.current &&
    one.lines.length === other.lines.length &&
    one.lines.every(({ line, number, matches }, index) => {
      const same = other.lines[index]
      return line === same?.line && number === same.number && matches === same.matches
    })
  )
}

/** Colors of the palette are classes, which follow the theme; others are styles, checked when they were parsed. */
function lookOf(style: TextStyle): { readonly className?: string; readonly style?: CSSProperties } {
  const { color, background, isBold, isDim, isItalic, isUnderlined } = style
  const names = [
    typeof color === 'number' && `terminal-color-${color}`,
    typeof background === 'number' && `terminal-back-${background}`,
    isBold && 'terminal-bold',
    isDim && 'terminal-dim',
    isItalic && 'terminal-italic',
    isUnderlined && 'terminal-underlined',
  ].filter((name) => name !== false)
  const own: CSSProperties = {
    ...(typeof color === 'string' && { color }),
    ...(typeof background === 'string' && { background }),
  }
  return {
    ...(names.length > 0 && { className: names.join(' ') }),
    ...(Object.keys(own).length > 0 && { style: own }),
  }
}
