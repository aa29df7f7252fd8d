/// A report: what there is to say about a bundle or an archive, in the order of its sections.
package struct ReportSections: Sendable, Hashable {
  /// The title.
  package var title: String
  /// The sections that have something to show.
  package var sections: [ReportSection]

  /// Makes a report of sections.
  init(title: String, sections: [ReportSection]) { (self.title, self.sections) = (title, sections) }

  /// Makes the sections of some facts.
  package init(_ facts: ReportFacts) {
    title = facts.inspection.name ?? facts.inspection.path
    sections = [
      OverviewSection.section(facts), ZoomsSection.section(facts), TileSizesSection.section(facts),
      ClustersSection.section(facts), CountsSection.section(facts), LedgerSection.section(facts),
      TimesSection.section(facts), GatesSection.section(facts), BuildsSection.section(facts),
    ].compactMap { $0 }
  }
}
