// check.mjs BRISTLE ROOT - opens report pages in a headless Chromium: no errors, no requests, they play and show the right numbers
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [bristle, root] = process.argv.slice(2), examples = join(root, 'examples');
const folder = mkdtempSync(join(tmpdir(), 'bristle-page-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(existsSync);
if (!executablePath) throw new Error('Chromium is missing: scripts/install-needs page');

const run = (...words) => execFileSync(bristle, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
const model = (name) => join(examples, `${name}.yaml`);

/** @param {string} name */
function readCsv(name) {
    const [head, ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n').map((line) => line.split(','));
    const names = head.map((h) => h.replace(/ \[.*/, ''));
    return { rows: lines.length, at: (row, channel) => Number(lines[row][names.indexOf(channel)]) };
}

const browser = await chromium.launch({
    executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** Opens a page; whatever it complains of or asks for is a fault. */
async function open(file, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const faults = [];
    page.on('console', (m) => faults.push(`console: ${m.text()}`));
    page.on('pageerror', (e) => faults.push(`error: ${e.message}`));
    page.on('request', (r) => /^(file|data):/.test(r.url()) || faults.push(`request: ${r.url()}`));
    await page.goto(`file://${join(folder, encodeURIComponent(file))}`);
    await page.waitForSelector('[data-ready]', { timeout: 20000 });
    return { page, faults, close: () => context.close() };
}

/** A number with its unit, as the page writes it, in SI. */
function parseQuantity(text) {
    const [number, unit = ''] = text.trim().split(/\s(.*)/);
    const prefix = /^[GMkmµnp](?=[a-zA-Z])/.exec(unit)?.[0] ?? '';
    const isPrefix = prefix && !/^m($|\/)/.test(unit);
    return Number(number.replace('−', '-').replace('e−', 'e-')) * (isPrefix ? { G: 1e9, M: 1e6, k: 1e3, m: 1e-3, µ: 1e-6, n: 1e-9, p: 1e-12 }[prefix] : 1);
}

const close = (actual, wanted, digits, what) =>
    assert.ok(Math.abs(actual - wanted) <= 0.6 * 10 ** (1 - digits) * Math.abs(wanted) + 1e-30, `${what}: ${actual}, not ${wanted}`);

const tests = {
    async 'shows the numbers of the CSV file at the cursor'() {
        const csv = readCsv('crank.csv');
        const { page, faults, close: end } = await open('crank.html');
        const row = 137, t = csv.at(row, 't');
        await page.evaluate((time) => window.bristle.clock.set(time), t);
        let compared = 0;
        for (const entry of await page.locator('.plot .entry').all()) {
            const name = await entry.locator('.name').textContent(), value = await entry.locator('.value').textContent();
            close(parseQuantity(value), csv.at(row, name), 4, name);
            compared++;
        }
        assert.ok(compared >= 8, `${compared} values`);
        for (const [index, body] of ['crank', 'rod', 'piston'].entries()) { // where the drawing has them
            const [a, b, , , x, y] = (await page.locator('.scene > g.part').nth(index + 1).getAttribute('transform')).match(/-?[\d.e+-]+/g).map(Number);
            const view = await page.evaluate(() => document.querySelector('.scene .part.ground').getAttribute('transform').match(/-?[\d.e+-]+/g).map(Number));
            const turn = Math.atan2(-b, a) - csv.at(row, `${body}.angle`);
            assert.ok(Math.abs(turn - 2 * Math.PI * Math.round(turn / 2 / Math.PI)) < 1e-5, `${body} turned`);
            close((x - view[4]) / view[0], csv.at(row, `${body}.x`), 5, `${body}.x`);
            assert.ok(Math.abs((view[5] - y) / view[0] - csv.at(row, `${body}.y`)) < 1e-6, `${body}.y`);
        }
        assert.deepEqual(faults, []);
        await end();
    },
    async 'plays, pauses, scrubs'() {
        const { page, faults, close: end } = await open('crank.html');
        const time = () => page.evaluate(() => window.bristle.clock.t);
        const place = () => page.locator('.scene > g.part').nth(1).getAttribute('transform');
        const before = await place();
        await page.getByRole('button', { name: 'Play' }).click();
        await page.waitForFunction(() => window.bristle.clock.t > 0.02 * window.bristle.clock.end);
        assert.notEqual(await place(), before);
        await page.getByRole('button', { name: 'Pause' }).click();
        const stopped = await time();
        await page.waitForTimeout(150);
        assert.equal(await time(), stopped);
        await page.keyboard.press('Tab'); // away from the button: space then plays
        const slider = page.getByRole('slider', { name: 'time' });
        await slider.fill(String(0.5 * (await page.evaluate(() => window.bristle.clock.end))));
        close(await time(), 0.5 * (await page.evaluate(() => window.bristle.clock.end)), 6, 'scrubbed');
        await slider.press('ArrowRight');
        assert.ok(await time() > 0.5 * (await page.evaluate(() => window.bristle.clock.end)));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'goes by arrow keys from row to row and says the values'() {
        const csv = readCsv('crank.csv');
        const { page, faults, close: end } = await open('crank.html');
        const chart = page.locator('.plot svg.chart').first();
        await chart.focus();
        for (let i = 0; i < 3; i++) await chart.press('ArrowRight');
        await chart.press('Shift+ArrowRight');
        await chart.press('ArrowLeft');
        assert.equal(await page.evaluate(() => window.bristle.clock.t), csv.at(12, 't'));
        const said = await page.locator('#announcer').textContent();
        const name = await page.locator('.plot .entry .name').first().textContent();
        const value = new RegExp(`${name} ([^,]*)`).exec(said)[1];
        close(parseQuantity(value), csv.at(12, name), 4, 'announced');
        assert.deepEqual(faults, []);
        await end();
    },
    async 'has the data of each plot as a table'() {
        const csv = readCsv('crank.csv');
        const { page, faults, close: end } = await open('crank.html');
        const plot = page.locator('.plot').first();
        await plot.locator('summary').click();
        const rows = plot.locator('tbody tr');
        const name = await plot.locator('.entry .name').first().textContent();
        const nth = 7, t = Number(await rows.nth(nth).locator('th').textContent());
        let row = 0;
        while (csv.at(row, 't') < t - 1e-12) row++;
        close(Number(await rows.nth(nth).locator('td').first().textContent()), csv.at(row, name), 6, name);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'goes to the exact time of an event; strips change there'() {
        const { page, faults, close: end } = await open('loose.html');
        const event = await page.evaluate(() => window.bristle.results[0].events[3]);
        await page.locator('#events tbody button').nth(3).click();
        assert.equal(await page.evaluate(() => window.bristle.clock.t), event.time);
        assert.equal(await page.locator('#events tr[aria-current]').count(), 1);
        assert.ok(await page.locator('.strips .state').count() > 5);
        assert.ok(await page.locator('.scene .mark').count() > 0);
        assert.equal(await page.locator('#phases .limit').count(), await page.evaluate(() => window.bristle.results[0].scene.joints.filter((j) => j.orbit > 0).length));
        assert.deepEqual(faults, []);
        await end();
    },
    async 'zooms all plots over time by dragging, and back'() {
        const { page, faults, close: end } = await open('crank.html');
        const chart = page.locator('.right svg.chart').first();
        const box = await chart.boundingBox();
        await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.5 * box.height);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.6 * box.height, { steps: 4 });
        await page.mouse.up();
        const view = () => page.evaluate(() => [window.bristle.clock.from, window.bristle.clock.until, window.bristle.clock.start, window.bristle.clock.end]);
        const [from, until, start, finish] = await view();
        assert.ok(from > start && until < finish && until > from);
        await page.locator('.player').getByRole('button', { name: 'whole run' }).click();
        assert.deepEqual((await view()).slice(0, 2), [start, finish]);
        await page.locator('.plot .toggle input').first().check(); // log
        assert.match(await page.locator('.plot svg.chart').first().textContent(), /1e/);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'draws several results over each other'() {
        const { page, faults, close: end } = await open('both.html');
        assert.deepEqual(await page.locator('.plot').first().locator('.entry .name').allTextContents(), ['dry', 'greased']);
        assert.equal(await page.locator('.plot').first().locator('path.line').count(), 2);
        assert.equal(await page.title(), 'Dry and greased');
        assert.deepEqual(faults, []);
        await end();
    },
    async 'shows papers: claims, figures, systems that move'() {
        const { page, faults, close: end } = await open('papers.html');
        assert.match(await page.locator('.subtitle').textContent(), /1 paper, \d+ cases.* claims? hold/);
        assert.ok(await page.locator('.claims li').count() > 0);
        assert.equal(await page.locator('.paper-figure img').first().evaluate((img) => img.decode().then(() => img.naturalWidth > 100)), true);
        const body = page.locator('.scene > g.part').nth(1), before = await body.getAttribute('transform');
        await page.getByRole('button', { name: /^play, / }).first().click();
        await page.waitForFunction((was) => document.querySelectorAll('.scene > g.part')[1].getAttribute('transform') !== was, before);
        await page.locator('.system summary').first().click();
        await page.locator('.system svg.chart').first().waitFor();
        await page.locator('#systems + section > details > summary').click();
        await page.locator('#systems + section > details tbody tr').first().waitFor();
        assert.deepEqual(faults, []);
        await end();
    },
    async 'axe finds nothing, in light and dark, on a phone'() {
        const looks = [['crank.html', { colorScheme: 'light' }], ['both.html', { colorScheme: 'dark' }], ['loose.html', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
            ['papers.html', { colorScheme: 'light' }]];
        for (const [file, options] of looks) {
            const { page, faults, close: end } = await open(file, options);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${file} is wider than the window`);
            await page.evaluate(`(() => { const exports = undefined, module = undefined; ${axe} })()`);
            const { violations, passes } = await page.evaluate(() => window.axe.run());
            assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.length}, such as ${v.nodes[0].html.slice(0, 120)}`), []);
            assert.ok(passes.length > 15);
            assert.deepEqual(faults, []);
            await end();
        }
    },
    async 'moves twice per second at most with reduced motion'() {
        const { page, faults, close: end } = await open('crank.html', { reducedMotion: 'reduce' });
        await page.evaluate(() => {
            window.moves = 0;
            window.bristle.clock.onTime.push(() => window.moves++);
        });
        await page.getByRole('button', { name: 'Play' }).click();
        await page.waitForTimeout(1100);
        const moves = await page.evaluate(() => window.moves);
        assert.ok(moves >= 1 && moves <= 3, `${moves} pictures in 1.1 s`);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'is printed without its controls'() {
        const { page, faults, close: end } = await open('crank.html');
        await page.emulateMedia({ media: 'print' });
        assert.equal(await page.locator('.player').isVisible(), false);
        assert.equal(await page.locator('.plot svg.chart').first().isVisible(), true);
        assert.deepEqual(faults, []);
        await end();
    },
    async 'markup, quotes and scripts in names stay text'() {
        const payloads = ['<script>hacked=1</script>', '</script><script>hacked=1</script>', '<img src=x onerror=hacked=1>', '"><svg onload=hacked=1>', "' onmouseover='hacked=1", '<!--', ']]>', '&lt;b&gt;',
            'javascript:hacked=1', '<iframe srcdoc="<script>parent.hacked=1</script>">', '${hacked=1}', '{{hacked=1}}', '\u202e<b>bold</b>', '</title><style>*{display:none}</style>'];
        const named = payloads.map((p) => p.replaceAll('"', "'")); // names of columns have no quotes
        const header = ['t [s]', ...named.map((p, i) => `"${p} ${i} [N]"`)];
        writeFileSync(join(folder, '<b onclick=hacked>.csv'), `${header.join(',')}\n0,${payloads.map((_, i) => i)}\n1,${payloads.map((_, i) => i + 1)}\n`);
        for (const [i, payload] of payloads.entries())
            writeFileSync(join(folder, 'payload.yaml'), `${i ? readFileSync(join(folder, 'payload.yaml'), 'utf8') : ''}# ${payload}\n`);
        const body = readFileSync(join(folder, 'payload.yaml'), 'utf8') + readFileSync(model('pendulum'), 'utf8').replace(/^title:.*$/m, `title: ${JSON.stringify(payloads.slice(0, 8).join(' '))}`);
        writeFileSync(join(folder, 'payload.yaml'), body);
        run('run', 'payload.yaml', '-q', '--report', 'payload.html');
        run('report', '<b onclick=hacked>.csv', 'payload.html', '-o', 'table.html', '--title', payloads.join(' '));
        run('report', '<b onclick=hacked>.csv', '-o', 'names.html', '--title', payloads[1]);
        for (const file of ['payload.html', 'table.html', 'names.html']) {
            const { page, faults, close: end } = await open(file);
            await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
            await page.waitForTimeout(100);
            assert.equal(await page.evaluate(() => 'hacked' in window), false);
            assert.equal(await page.locator('main script, img, iframe, b, main style').count(), 0);
            const text = await page.evaluate(() => document.body.textContent);
            for (const payload of file === 'payload.html' ? payloads.slice(0, 8) : file === 'names.html' ? named : [...named, ...payloads]) assert.ok(text.includes(payload), `${file} lacks ${payload}`);
            assert.deepEqual(faults, []);
            await end();
        }
    },
};

let failed = 0;
try {
    run('run', model('slider_crank'), '-q', '--report', 'crank.html', '-c', '*', '-o', 'crank.csv');
    run('run', model('slider_crank_loose'), '-q', '--until', '50ms', '--report', 'loose.html');
    run('run', model('slider_crank'), '-q', '--report', 'dry.html');
    run('run', model('slider_crank'), '-q', '--set', '*.friction.mu_k=0.02', '--report', 'greased.html');
    run('report', 'dry.html', 'greased.html', '-o', 'both.html', '--title', 'Dry and greased');
    run('reproduce', 'falling', '--papers', join(root, 'tests/tool/papers'), '--figures', 'figures', '--page', 'papers.html');
    for (const [name, test] of Object.entries(tests)) {
        const begun = performance.now();
        try {
            await test();
            console.log(`ok      ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`FAILED  ${name}\n${error.stack}`);
        }
    }
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
console.log(failed ? `${failed} of ${Object.keys(tests).length} failed` : `all ${Object.keys(tests).length} passed`);
process.exit(failed ? 1 : 0);
