/** The browser the tests drive: the system's Chromium, installed with apt when it is missing and we may. */
import { existsSync } from 'node:fs'
import type { Context } from '../program.ts'
import { runProgram } from '../running/child.ts'

/** Sees to a browser. Without one the tests that need it fail and say so. */
export async function ensureChromium(context: Context): Promise<void> {
  const path = context.environment['CHROMIUM'] ?? '/usr/bin/chromium'
  if (existsSync(path)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && context.environment['CHROMIUM'] === undefined) await installChromium(context)
  if (existsSync(path)) return
  context.talk(context.say({
    'zh-cn': '找不到 Chromium（{{path}}），浏览器测试将失败。请安装 chromium，或用 CHROMIUM 指定其路径。',
    en: 'Chromium is missing ({{path}}), so the browser tests will fail. Install chromium, or name its path with CHROMIUM.',
  }, { path }))
}

async function installChromium(context: Context): Promise<void> {
  context.talk(context.say({ 'zh-cn': '正在用 apt 安装 Chromium 和中文字体……', en: 'Installing Chromium and a Chinese font with apt …' }))
  const apt = (...words: string[]) => runProgram('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], { cwd: '/', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, toStderr: true })
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
  if ((await install()) !== 0 && (await apt('update')) === 0) await install()
}
