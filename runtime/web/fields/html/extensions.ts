/** The schema of the editor: exactly what the server keeps of a text, so that nothing is lost by opening it. */
import { Extension, Mark, Node, type Extensions } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { fileUrl } from '../../core/auth/session.ts'
import { isLink } from './clean-fragment.ts'

const raisedMark = (name: 'sub' | 'sup') =>
  Mark.create({
    name,
    excludes: 'sub sup',
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  })

/** A picture with a caption. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes: () => ({ src: {}, alt: { default: '' }, width: { default: null }, height: { default: null } }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => {
        const media = [...element.querySelectorAll('img, video, audio, table')]
        const [picture, ...others] = media.filter((part) => !part.closest('figcaption'))
        if (picture?.tagName !== 'IMG' || others.length > 0) return false
        const attribute = (name: string) => picture.getAttribute(name)
        return {
          src: attribute('src'),
          alt: attribute('alt') ?? '',
          width: attribute('width'),
          height: attribute('height'),
        }
      },
      contentElement: (element) =>
        element.querySelector<HTMLElement>('figcaption') ?? document.createElement('figcaption'),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['figure', {}, ['img', HTMLAttributes], ['figcaption', 0]],
})

/** Pictures are shown from where the caller can load them; what is stored is their own address. */
const ShownImage = Image.extend({
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      const { src, alt, width, height } = node.attrs as Readonly<Record<string, string | number | null>>
      dom.src = fileUrl(String(src ?? ''))
      dom.alt = String(alt ?? '')
      if (width !== null) dom.setAttribute('width', String(width))
      if (height !== null) dom.setAttribute('height', String(height))
      return { dom }
    },
})

/** A film or a recording among the uploaded files. */
const recording = (tag: 'video' | 'audio') =>
  Node.create({
    name: tag,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ src: {} }),
    parseHTML: () => [{ tag: `${tag}[src]` }],
    renderHTML: ({ HTMLAttributes }) => [tag, { ...HTMLAttributes, controls: '', preload: 'metadata' }],
  })

export const alignments = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof alignments)[number]

/** Alignment as a class, which the server keeps; it keeps no styles. */
const Aligned = Extension.create({
  name: 'aligned',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'tableCell', 'tableHeader'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element) => /^align-(center|right|justify)$/.exec(element.className)?.[1] ?? null,
          renderHTML: ({ align }) => (align === null ? {} : { class: `align-${String(align)}` }),
        },
      },
    },
  ],
})

export const extensions: Extensions = [
  StarterKit.configure({
    // It would add a paragraph to texts that nobody has edited.
    trailingNode: false,
    link: {
      openOnClick: false,
      isAllowedUri: (address) => isLink(address),
      HTMLAttributes: { rel: 'noopener noreferrer', target: null },
    },
  }),
  ShownImage.configure({ inline: true }),
  TableKit,
  raisedMark('sub'),
  raisedMark('sup'),
  Figure,
  recording('video'),
  recording('audio'),
  Aligned,
]
