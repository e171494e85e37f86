/** Remarks of a refusal beside the paragraphs that they quote, each with a way to its words. */
import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { withoutSpaces, type Remark } from '../../shared/remarks.ts'
import { useT } from './texts.ts'

interface TextRemarksProps {
  readonly remarks: readonly Remark[]
  /** The editor of the text. */
  readonly children: ReactNode
}

export function TextRemarks({ remarks, children }: TextRemarksProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const tops = useTops(frame, remarks)
  if (remarks.length === 0) return children
  const go = (remark: Remark): void => {
    const editor = editorIn(frame.current)
    const range = editor && rangeOf(editor, remark.words ?? '')
    editor?.focus()
    if (!range) return
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  }
  return (
    <div className="cms-remarked" ref={frame}>
      <div>{children}</div>
      <ol className="cms-remarks" aria-label={t('remarks')}>
        {remarks.map((remark, index) => (
          <li key={`${remark.words} ${remark.text}`} style={{ insetBlockStart: tops[index] ?? 0 }}>
            {remark.words !== null && <q>{remark.words}</q>}
            <p>{remark.text}</p>
            <Button size="small" text={t('fix-this')} onClick={() => go(remark)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const editorIn = (frame: HTMLElement | null): HTMLElement | null =>
  frame?.querySelector<HTMLElement>('.ProseMirror') ?? null

/** Least distance between the beginnings of two remarks. */
const step = 96

/** Where the remarks are beside their paragraphs, in pixels; they do not cover each other. */
function useTops(frame: { readonly current: HTMLElement | null }, remarks: readonly Remark[]): readonly number[] {
  const [tops, setTops] = useState<readonly number[]>([])
  useEffect(() => {
    const { current } = frame
    if (!current || remarks.length === 0) return undefined
    let request = 0
    const measure = (): void => {
      const editor = editorIn(current)
      const start = current.getBoundingClientRect().top
      let least = 0
      const next = remarks.map(({ words }) => {
        const range = editor && words !== null ? rangeOf(editor, words) : null
        const top = Math.max(least, range ? Math.round(range.getBoundingClientRect().top - start) : 0)
        least = top + step
        return top
      })
      setTops((last) => (String(last) === String(next) ? last : next))
    }
    const later = (): void => {
      cancelAnimationFrame(request)
      request = requestAnimationFrame(measure)
    }
    const changes = new MutationObserver(later)
    changes.observe(current.firstElementChild ?? current, { childList: true, subtree: true, characterData: true })
    const sizes = new ResizeObserver(later)
    sizes.observe(current)
    later()
    return () => {
      cancelAnimationFrame(request)
      changes.disconnect()
      sizes.disconnect()
    }
  }, [frame, remarks])
  return tops
}

/** The first place of the words in an element, whatever spaces are between; null where they are not any more. */
function rangeOf(element: HTMLElement, words: string): Range | null {
  const target = withoutSpaces(words)
  if (target === '') return null
  const places: { readonly node: Node; readonly offset: number }[] = []
  let flat = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [offset, sign] of (node.nodeValue ?? '').split('').entries())
      if (sign.trim() !== '') {
        flat += sign
        places.push({ node, offset })
      }
  const begin = flat.indexOf(target)
  const [first, last] = [places[begin], places[begin + target.length - 1]]
  if (begin < 0 || !first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}
