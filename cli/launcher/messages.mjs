// Messages of the launcher before the program itself can run.
import { chooseLanguage } from './language.mjs'

const texts = {
  node: {
    'zh-cn': 'Tablewright 需要 Node.js 20.19 以上的 20.x，或 22.12 及更高版本，当前为 {0}。请升级：https://nodejs.org',
    en: 'Tablewright needs Node.js 20.19 or newer of 20.x, or 22.12 or newer; found {0}. Upgrade: https://nodejs.org',
  },
  help: {
    'zh-cn':
      '用法：tablewright <命令>，命令有 init、upgrade、dev、add、remove、check、generate、plan、apply、serve、import、seed。\n' +
      '依赖尚未安装，完整的帮助在安装后可用：运行 npm ci，或直接运行 npm start（自动安装并启动）。\n' +
      '说明见 README.md 和 cli/README.md。',
    en:
      'Usage: tablewright <command>. Commands: init, dev, add, upgrade, check, generate, plan, apply, ' +
      'serve, import, seed.\n' +
      'The packages are not installed yet, and the full help needs them. Run npm ci, or npm start (installs and ' +
      'starts).\nSee README.md and cli/README.md.',
  },
  waiting: {
    'zh-cn': '另一个进程正在安装或构建，等待中…',
    en: 'Another process is installing or building. Waiting…',
  },
  installing: {
    'zh-cn': '首次运行：正在按 package-lock.json 安装依赖（约一分钟）…',
    en: 'First run: installing the packages in package-lock.json (about a minute)…',
  },
  compiling: {
    'zh-cn': '正在准备 SQLite 驱动（没有预编译文件时需编译，约一分钟）…',
    en: 'Preparing the SQLite driver (compiled if no binary can be downloaded; about a minute)…',
  },
  installed: { 'zh-cn': '依赖已就绪（{0} 秒）。', en: 'Packages are ready ({0} s).' },
  'npm missing': {
    'zh-cn': '找不到 npm，无法安装依赖。请安装 Node.js 自带的 npm 后重试。',
    en: 'npm was not found, so packages cannot be installed. Install npm (included with Node.js) and try again.',
  },
  'install failed': {
    'zh-cn': '安装依赖失败（npm ci）。请检查网络和 npm 源设置，然后重试。npm 的最后输出：',
    en:
      'Installing packages failed (npm ci). Check the network and the npm registry setting, then try again. ' +
      'Last output of npm:',
  },
  'linked packages': {
    'zh-cn':
      '没有安装依赖：{0} 是指向 {1} 的符号链接，其中没有 package-lock.json 列出的全部软件包，而 npm ci 会先清空链接所指的目录。请删除该链接后重试，或在链接所指的目录中安装。',
    en:
      'Packages were not installed: {0} is a symbolic link to {1}, which lacks packages from package-lock.json; ' +
      'npm ci would empty that folder first. Remove the link and try again, or install in the target folder.',
  },
  'compile failed': {
    'zh-cn': 'SQLite 驱动编译失败。请安装编译工具后重试，例如：apt-get install -y build-essential python3。最后输出：',
    en:
      'The SQLite driver could not be compiled. Install build tools and try again, for example: ' +
      'apt-get install -y build-essential python3. Last output:',
  },
  'build failed': { 'zh-cn': '命令行程序构建失败：', en: 'The command-line program could not be built:' },
  'no place': {
    'zh-cn': '无法写入 {0}：{1}。请检查目录权限。',
    en: 'Cannot write to {0}: {1}. Check the permissions of the folder.',
  },
}

/** A line in the language of the run. */
export function t(key, ...values) {
  return texts[key][language()].replace(/\{(\d)\}/g, (_place, index) => String(values[Number(index)]))
}

/** Writes a line to stderr, in the language of the run. */
export function log(key, ...values) {
  process.stderr.write(`${t(key, ...values)}\n`)
}

const language = () => chooseLanguage(process.argv, process.env, process.cwd())
