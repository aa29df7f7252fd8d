/// The style sheet of the page.
enum ReportStyle {
  /// The colors of the series.
  private static let series = (0..<16).map { index -> Markup in
    let name = "c\(index)"
    return ".\(name) { fill: var(--\(name)); background: var(--\(name)); }"
  }

  static let text: Markup = """
    :root { --ink: #1b1f24; --quiet: #57606a; --paper: #ffffff; --line: #d0d7de; --wash: #f6f8fa; --link: #0757b8;
      --c0: #2f6db5; --c1: #d9822b; --c2: #2e8b57; --c3: #b5443f; --c4: #7a5bb5; --c5: #8c6d46; --c6: #c2569a; --c7: #6b7680;
      --c8: #14a3a8; --c9: #e0b400; --c10: #7fb03a; --c11: #f08a80; --c12: #2c2f7c; --c13: #4d3a26; --c14: #a9c4e8; --c15: #8f1d4d; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e9ed; --quiet: #a3adb8; --paper: #14171b; --line: #363d46; --wash: #1d2127; --link: #78b3ff;
        --c0: #5f9fe8; --c1: #eda55a; --c2: #56b985; --c3: #e2736e; --c4: #a98ae6; --c5: #bd9a6f; --c6: #e38ac0; --c7: #8f9aa5;
        --c8: #3fd0d4; --c9: #f5d44a; --c10: #a9d86a; --c11: #ffb3aa; --c12: #7f86ff; --c13: #d9c2a3; --c14: #d4e4fa; --c15: #f0568f; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 68rem; padding: 1rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.6rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
    p { max-width: 45rem; margin: 0.5rem 0 1rem; }
    a { color: var(--link); }
    nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; margin: 0; padding: 0; }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.5rem; margin: 1rem 0; }
    figure { margin: 0; max-width: 32rem; }
    figcaption { font-weight: 600; margin-bottom: 0.35rem; overflow-wrap: anywhere; }
    svg { display: block; width: 100%; height: auto; }
    svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
    svg text.quiet { fill: var(--quiet); }
    .frame { fill: none; stroke: var(--line); stroke-width: 2; }
    .dot { stroke: var(--paper); stroke-width: 1; }
    \(series)
    .legend { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; list-style: none; margin: 0 0 0.35rem; padding: 0; font-size: 0.85rem; }
    .swatch { display: inline-block; width: 0.8em; height: 0.8em; margin-right: 0.4em; border-radius: 2px;
      -webkit-print-color-adjust: exact; print-color-adjust: exact; }
    .scroll { overflow-x: auto; margin: 1rem 0; }
    table { border-collapse: collapse; min-width: min(100%, 32rem); font-size: 0.9rem; font-variant-numeric: tabular-nums; }
    caption { text-align: left; color: var(--quiet); padding-bottom: 0.35rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line);
      max-width: 36rem; }
    td:not(.number) { overflow-wrap: anywhere; min-width: 5rem; } td:not(.number):last-child { min-width: 9rem; }
    thead th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
    tbody th { font-weight: 500; min-width: 4rem; overflow-wrap: break-word; }
    .number { text-align: right; white-space: nowrap; }
    td code { white-space: nowrap; } code { font: 0.85em ui-monospace, monospace; background: var(--wash); padding: 0.1rem 0.3rem; }
    tr:has(:target) { background: var(--wash); }
    details summary { cursor: pointer; color: var(--link); } details caption { display: none; }
    .notes { max-width: 45rem; padding-left: 1.2rem; } .notes li { overflow-wrap: anywhere; margin-bottom: 0.35rem; }
    @media print {
      body { max-width: none; padding: 0; font-size: 10pt; } nav { display: none; }
      figure, tr, h2 { break-inside: avoid; } h2 { break-after: avoid; } .scroll { overflow: visible; }
      svg rect, svg circle, svg path { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
      details::details-content { content-visibility: visible; block-size: auto; }
    }
    """
}
