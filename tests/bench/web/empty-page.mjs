/**
 * The page ours is compared with: React shows one table of rows it has fetched, and an input. It loads as much script
 * and the same style sheets as our list, but does nothing with them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../servers.mjs'

const source = `
import { createElement as h, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
function Table() {
  const [rows, setRows] = useState([])
  const [text, setText] = useState('')
  useEffect(() => void fetch('./rows.json').then((answer) => answer.json()).then(setRows), [])
  return h('main', null,
    h('input', { value: text, onChange: (event) => setText(event.target.value) }),
    h('table', null, h('tbody', null, rows.map((row) =>
      h('tr', { key: row[0], className: 'list-row' }, row.map((cell, at) => h('td', { key: at }, cell)))))))
}
createRoot(document.getElementById('root')).render(h(Table))
`

/** @param scriptBytes how much script the page loads. @returns its address and how to stop it */
export async function startEmptyPage(scriptBytes) {
  const folder = mkdtempSync(join(root, '.build/bench-web-'))
  try {
    writeFileSync(join(folder, 'page.js'), source)
    const { output } = await buildPage(join(folder, 'page.js'))
    const script = output[0].code
    return await serve(pageFiles(script, Math.max(0, scriptBytes - script.length)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function buildPage(entry) {
  const mode = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const built = await build({
    configFile: false,
    root: join(entry, '..'),
    logLevel: 'silent',
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  })
  process.env.NODE_ENV = mode
  return built
}

/** Path → type, content and whether it may be cached. */
function pageFiles(script, fillBytes) {
  const assets = join(root, '.build/web/assets')
  const styles = readdirSync(assets).filter((name) => /^(index|AdminShell|TablePage)-.*\.css$/.test(name))
  const rows = Array.from({ length: 20 }, (_row, row) =>
    Array.from({ length: 12 }, (_cell, at) => `${row}.${at} value`),
  )
  const page = `<!doctype html><html><head>${styles.map((name) => `<link rel="stylesheet" href="./${name}">`).join('')}
    <script type="module" src="./page.js"></script><script type="module" src="./fill.js"></script></head>
    <body><div id="root"></div></body></html>`
  return new Map([
    ['/', ['text/html', page, false]],
    ['/page.js', ['text/javascript', script, true]],
    ['/fill.js', ['text/javascript', fill(fillBytes), true]],
    ['/rows.json', ['application/json', JSON.stringify(rows), false]],
    ...styles.map((name) => [`/${name}`, ['text/css', readFileSync(join(assets, name), 'utf8'), true]]),
  ])
}

/** Functions nobody calls. */
function fill(bytes) {
  let text = ''
  for (let at = 0; text.length < bytes; at++)
    text +=
      `export function part${at}(one,other){if(one>${at})return[other,{name:"part${at}",value:one*${at}}];` +
      `return part${at}(one+1,other)}\n`
  return text
}

function serve(files) {
  const packed = new Map([...files].map(([path, [type, text, isStatic]]) => [path, [type, gzipSync(text), isStatic]]))
  const server = createServer((request, response) => {
    const file = packed.get(new URL(request.url, 'http://localhost').pathname)
    if (!file) return void response.writeHead(404).end()
    const [type, body, isStatic] = file
    response.writeHead(200, {
      'content-type': type,
      'content-encoding': 'gzip',
      'cache-control': isStatic ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(body)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        address: `http://127.0.0.1:${server.address().port}`,
        stop: () => new Promise((ended) => server.close(ended)),
      }),
    ),
  )
}
