// @vitest-environment jsdom
/** The editor of rich text without a browser: the texts it takes in and gives back, and how pasted ones are read. */
import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { plainText } from 'tablewright/protocol'
import { expect, it } from 'vitest'
import { cleanHtml } from '../../../runtime/server/core/html/clean-html.ts'
import { cleanMarkup, ownPicture } from '../../../runtime/web/fields/html/clean-fragment.ts'
import { EditedText } from '../../../runtime/web/fields/html/edited-text.ts'
import { extensions } from '../../../runtime/web/fields/html/extensions.ts'
import { diffWords } from '../../../runtime/web/fields/html/TextDiff.tsx'
import { sampleCount } from '../../support/databases.ts'

const clean = (html: string) => cleanHtml(html, { site: '', stores: [] })
const word = fc.constantFrom('仓库', '退款订单', 'tea', 'a &amp; b', '1 &lt; 2', '“quoted”', 'x')
const wrapped =
  (tag: string, attributes = '') =>
  (inner: string) =>
    `<${tag}${attributes}>${inner}</${tag}>`
const link = wrapped('a', ' href="https://x.test/?a=1&amp;b=2" rel="noopener noreferrer"')
const inline = fc.oneof(
  word,
  word.map(wrapped('strong')),
  word.map(wrapped('em')),
  word.map((text) => `<strong><em>${text}</em></strong>`),
  word.map(wrapped('u')),
  word.map(wrapped('s')),
  word.map(wrapped('code')),
  word.map(wrapped('sub')),
  word.map(link),
  fc.constant('<img src="/storage/a.png" alt="A &quot;b&quot;" width="120">'),
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const paragraph = fc
  .tuple(line, fc.constantFrom('', ' class="align-center"', ' class="align-right"'))
  .map(([text, attributes]) => wrapped('p', attributes)(text))
const item = line.map((text) => `<li><p>${text}</p></li>`)
const items = fc.array(item, { minLength: 1, maxLength: 3 }).map((list) => list.join(''))
const cell = line.map((text) => `<td><p>${text}</p></td>`)
const block = fc.oneof(
  paragraph,
  line.map(wrapped('h2')),
  line.map(wrapped('h4')),
  items.map(wrapped('ul')),
  items.map(wrapped('ol', ' start="3"')),
  paragraph.map(wrapped('blockquote')),
  word.map((text) => `<pre><code class="language-sql">${text}\n  ${text}</code></pre>`),
  fc.constant('<hr>'),
  fc.tuple(cell, cell).map(([left, right]) => `<table><tbody><tr>${left}${right}</tr></tbody></table>`),
  line.map((text) => `<figure><img src="/storage/f.png" alt="f"><figcaption>${text}</figcaption></figure>`),
  fc.constant('<video src="/storage/v.mp4" controls="" preload="metadata"></video>'),
)
const texts = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => blocks.join(''))

const editorOf = (html: string) =>
  new Editor({ element: null, extensions, content: cleanMarkup(html), injectCSS: false })

it('CB17: gives texts that nobody edits back to the byte, and their elements when they are edited', () => {
  const samples = fc.sample(texts, { numRuns: sampleCount(300), seed: 52 })
  for (const html of samples) {
    // The server has one form of a text.
    expect(clean(html)).toBe(html)
    const editor = editorOf(html)
    const sentTexts: string[] = []
    const text = new EditedText(editor, html)
    text.start((value) => sentTexts.push(value))
    text.flush()
    expect(sentTexts).toEqual([])
    const end = editor.state.doc.content.size
    editor.commands.insertContentAt(end, '<p>more</p>')
    text.flush()
    expect(clean(sentTexts.at(-1)!)).toBe(`${html}<p>more</p>`)
    editor.commands.deleteRange({ from: end, to: editor.state.doc.content.size })
    text.flush()
    expect(sentTexts.at(-1)).toBe(html)
  }
})

it('keeps all words of texts in other forms, such as those of the former editor', () => {
  for (const html of [
    '<div>one</div><div>two <b>three</b></div>',
    '<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>',
    '<table><caption>head</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    '<figure><table><tbody><tr><td>cell</td></tr></tbody></table><figcaption>below</figcaption></figure>',
    'bare text <i>here</i><p>and there</p>',
  ]) {
    const canonical = clean(html)
    const editor = editorOf(canonical)
    expect(plainText(clean(editor.getHTML())).split(/\s+/)).toEqual(plainText(canonical).split(/\s+/))
  }
})

it('takes over what the server made of its text without moving, and other texts as they are', () => {
  const editor = editorOf('<p>a</p>')
  const sentTexts: string[] = []
  const text = new EditedText(editor, '<p>a</p>')
  text.start((value) => sentTexts.push(value))
  editor.commands.insertContentAt(2, 'b')
  text.flush()
  const before = editor.state.doc
  text.receive('<p>ab</p>\n')
  expect(editor.state.doc).toBe(before)
  text.receive('<p>other</p>')
  expect(editor.getText()).toBe('other')
  text.flush()
  expect(sentTexts).toEqual(['<p>ab</p>'])
  editor.commands.clearContent()
  text.flush()
  expect(sentTexts.at(-1)).toBe('')
})

it('T56: reads pasted texts without what could run, and word processors by what they mean', () => {
  const pasted = (html: string) => cleanMarkup(html, ownPicture)
  expect(pasted('<p onclick="x()">a</p><script>b</script><img src="https://x.test/1.png">')).toBe('<p>a</p>')
  expect(pasted('<a href="javascript:alert(1)">a</a><svg><a href="x">b</a></svg>')).toBe('<a>a</a>')
  expect(pasted('<b style="font-weight:normal"><span style="font-weight:700">a</span> b</b>')).toBe(
    '<strong>a</strong> b',
  )
  expect(pasted('<p style="text-align:center"><span style="font-style:italic">a</span></p>')).toBe(
    '<p class="align-center"><em>a</em></p>',
  )
  const bullet = (level: number, marker: string, text: string) =>
    `<p class=MsoListParagraph style="mso-list:l0 level${level} lfo1"><![if !supportLists]>` +
    `<span style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`
  expect(pasted(`${bullet(1, '·', 'a')}${bullet(2, 'o', 'b')}${bullet(1, '·', 'c')}<p>d</p>`)).toBe(
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p>',
  )
  expect(pasted(bullet(1, '1.', 'a'))).toBe('<ol><li>a</li></ol>')
})

it('compares texts word by word, Chinese ones by their words', () => {
  const shownOf = (before: string, after: string) =>
    diffWords(before, after, 'zh-cn').map(({ text, is }) =>
      is === 'same' ? text : `${is === 'added' ? '+' : '-'}${text}`,
    )
  expect(shownOf('a red car', 'a blue car')).toEqual(['a ', '-red', '+blue', ' car'])
  expect(shownOf('仓库退款', '仓库付款')).toEqual(expect.arrayContaining(['仓库']))
  expect(shownOf(`${'x '.repeat(200)}end`, `${'x '.repeat(200)}END`)[0]!.length).toBeLessThan(100)
})
