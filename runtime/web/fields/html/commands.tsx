/** The commands of the editor: the tools of the bar, and what the `/` menu inserts. */
import type { Editor } from '@tiptap/core'
import {
  AddColumnLeft,
  AddColumnRight,
  AddRowBottom,
  AddRowTop,
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Citation,
  Code,
  CodeBlock,
  Eraser,
  Header,
  HeaderOne,
  HeaderThree,
  HeaderTwo,
  Italic,
  MergeColumns,
  Minus,
  NumberedList,
  Paragraph,
  Properties,
  Redo,
  RemoveColumn,
  RemoveRowBottom,
  Strikethrough,
  Th,
  Trash,
  Underline,
  Undo,
} from '@blueprintjs/icons'
import type { JSX } from 'react'
import { alignments, type Alignment } from './extensions.ts'
import type { EditorText } from './texts.ts'

export interface Command {
  readonly text: EditorText
  /** The level of a heading. */
  readonly level?: number
  readonly icon: JSX.Element
  readonly run: (editor: Editor) => unknown
  /** True while the selection has its format; absent = it has no such state. */
  readonly isActive?: (editor: Editor) => boolean
  readonly isEnabled?: (editor: Editor) => boolean
}

const headingIcons = [<HeaderOne key={1} />, <HeaderTwo key={2} />, <HeaderThree key={3} />, <Header key={4} />]

const headings = headingIcons.map((icon, index): Command => {
  const level = (index + 1) as 1 | 2 | 3 | 4
  return {
    text: 'heading',
    level,
    icon,
    run: (editor) => editor.chain().focus().setHeading({ level }).run(),
    isActive: (editor) => editor.isActive('heading', { level }),
  }
})

const paragraph: Command = {
  text: 'paragraph',
  icon: <Paragraph />,
  run: (editor) => editor.chain().focus().setParagraph().run(),
  isActive: (editor) => editor.isActive('paragraph'),
}

export const styles: readonly Command[] = [paragraph, ...headings]

const list: Command = {
  text: 'list',
  icon: <Properties />,
  run: (editor) => editor.chain().focus().toggleBulletList().run(),
  isActive: (editor) => editor.isActive('bulletList'),
}
const numbers: Command = {
  text: 'numbers',
  icon: <NumberedList />,
  run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  isActive: (editor) => editor.isActive('orderedList'),
}
const quote: Command = {
  text: 'quote',
  icon: <Citation />,
  run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  isActive: (editor) => editor.isActive('blockquote'),
}
const codeBlock: Command = {
  text: 'code-block',
  icon: <CodeBlock />,
  run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  isActive: (editor) => editor.isActive('codeBlock'),
}
const rule: Command = {
  text: 'rule',
  icon: <Minus />,
  run: (editor) => editor.chain().focus().setHorizontalRule().run(),
}
const table: Command = {
  text: 'table',
  icon: <Th />,
  run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  isEnabled: (editor) => !editor.isActive('table'),
}

/** In the bar at any width. */
export const usualTools: readonly Command[] = [
  {
    text: 'bold',
    icon: <Bold />,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    text: 'italic',
    icon: <Italic />,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive('italic'),
  },
  list,
  numbers,
]

/** In the bar where it is wide enough, in its menu otherwise. */
export const furtherTools: readonly Command[] = [
  {
    text: 'underline',
    icon: <Underline />,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isActive: (editor) => editor.isActive('underline'),
  },
  {
    text: 'strike',
    icon: <Strikethrough />,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isActive: (editor) => editor.isActive('strike'),
  },
  {
    text: 'code',
    icon: <Code />,
    run: (editor) => editor.chain().focus().toggleCode().run(),
    isActive: (editor) => editor.isActive('code'),
  },
  quote,
  codeBlock,
  table,
  {
    text: 'clear',
    icon: <Eraser />,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
  {
    text: 'undo',
    icon: <Undo />,
    run: (editor) => editor.chain().focus().undo().run(),
    isEnabled: (editor) => editor.can().undo(),
  },
  {
    text: 'redo',
    icon: <Redo />,
    run: (editor) => editor.chain().focus().redo().run(),
    isEnabled: (editor) => editor.can().redo(),
  },
]

const alignIcons: Readonly<Record<Alignment, JSX.Element>> = {
  left: <AlignLeft />,
  center: <AlignCenter />,
  right: <AlignRight />,
  justify: <AlignJustify />,
}

export const alignTools: readonly Command[] = alignments.map((alignment) => {
  const align = alignment === 'left' ? null : alignment
  return {
    text: `align-${alignment}` as const,
    icon: alignIcons[alignment],
    run: (editor) =>
      editor.chain().focus().updateAttributes('paragraph', { align }).updateAttributes('heading', { align }).run(),
    isActive: (editor) => ['paragraph', 'heading'].some((node) => editor.isActive(node, { align })),
  }
})

/** While the selection is in a table. */
export const tableTools: readonly Command[] = [
  { text: 'row-above', icon: <AddRowTop />, run: (editor) => editor.chain().focus().addRowBefore().run() },
  { text: 'row-below', icon: <AddRowBottom />, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { text: 'column-before', icon: <AddColumnLeft />, run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { text: 'column-after', icon: <AddColumnRight />, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { text: 'row-remove', icon: <RemoveRowBottom />, run: (editor) => editor.chain().focus().deleteRow().run() },
  { text: 'column-remove', icon: <RemoveColumn />, run: (editor) => editor.chain().focus().deleteColumn().run() },
  {
    text: 'header-row',
    icon: <Header />,
    run: (editor) => editor.chain().focus().toggleHeaderRow().run(),
    isActive: (editor) => editor.isActive('tableHeader'),
  },
  {
    text: 'merge',
    icon: <MergeColumns />,
    run: (editor) => editor.chain().focus().mergeOrSplit().run(),
    isEnabled: (editor) => editor.can().mergeOrSplit(),
  },
  { text: 'table-remove', icon: <Trash />, run: (editor) => editor.chain().focus().deleteTable().run() },
]

/** The entries of the `/` menu, besides pictures. */
export const insertions: readonly Command[] = [...headings.slice(1, 4), list, numbers, quote, codeBlock, table, rule]
