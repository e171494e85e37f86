/** The browser the tests drive: the system's Chromium, installed with apt when it is missing and we may. */
import { existsSync } from 'node:fs'
import type { Context } from '../program.ts'
import { runProgram } from '../running/child.ts'

/**
 * The shell without windows opens and draws pages in a third of the time of the whole browser.
 * `tests/support/browser.ts` chooses alike.
 */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const

/** Installs a browser where possible. Without one, the tests that need it fail with a clear message. */
export async function ensureChromium(context: Context): Promise<void> {
  const named = context.environment['CHROMIUM']
  const isThere = () => (named === undefined ? places : [named]).some((path) => existsSync(path))
  if (isThere()) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && named === undefined) await installChromium(context)
  if (isThere()) return
  context.log(
    context.t(
      {
        'zh-cn': '找不到 Chromium（{{path}}），浏览器测试将失败。请安装 chromium，或用 CHROMIUM 指定其路径。',
        en:
          'Chromium is missing ({{path}}), so the browser tests will fail. ' +
          'Install chromium, or set its path with CHROMIUM.',
      },
      { path: named ?? places[1] },
    ),
  )
}

async function installChromium(context: Context): Promise<void> {
  context.log(
    context.t({
      'zh-cn': '正在用 apt 安装 Chromium 和中文字体…',
      en: 'Installing Chromium and a Chinese font with apt…',
    }),
  )
  const apt = (...words: string[]) =>
    runProgram('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
      cwd: '/',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      toStderr: true,
    })
  const install = (browser: string) => apt('install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk')
  if ((await install('chromium-headless-shell')) === 0) return
  await apt('update')
  if ((await install('chromium-headless-shell')) !== 0) await install('chromium')
}
