"""Names of types that an app may import beside ours: those without a prefix, so MKMapView or MLNMapView are not among them.

A list has the names of one module that a library about maps could want too, or that an app writes on every page. They are kept by
hand from the documentation that SOURCES names, and are not all that there are: add what is missing.
"""

SOURCES = {
    "Foundation": "https://developer.apple.com/documentation/foundation",
    "CoreGraphics and UIKit": "https://developer.apple.com/documentation/uikit (types without a prefix)",
    "CoreLocation": "https://developer.apple.com/documentation/corelocation",
    "MapKit": "https://developer.apple.com/documentation/mapkit and its part for SwiftUI",
    "SwiftUI": "https://developer.apple.com/documentation/swiftui",
    "MapboxMaps": "https://docs.mapbox.com/ios/maps/api, the catalogs in mapbox-maps-ios/Sources/MapboxMaps/Documentation.docc",
    "Turf": "https://github.com/mapbox/turf-swift, which MapboxMaps exports",
    "MapLibre": "https://maplibre.org/maplibre-swiftui-dsl-playground (the types of MapLibre itself begin with MLN)",
    "GRDB": "https://swiftpackageindex.com/groue/GRDB.swift/documentation/grdb",
    "Swift": "https://developer.apple.com/documentation/swift",
}

NAMES = {module: set(names.split()) for module, names in {
    "Swift": """
        Any AnyObject Array ArraySlice Bool Character ClosedRange Codable Collection CollectionOfOne Comparable Decodable Decoder
        Dictionary Double Duration Encodable Encoder Equatable Error FloatingPointRoundingRule Float Hashable
        Hasher Identifiable Int InlineArray KeyPath MemoryLayout Mirror Never Optional OptionSet Range RawSpan Regex
        Result SIMD2 Sequence Set Slice Span StaticString Strideable String Substring Task TaskGroup UInt Unicode Void Zip2Sequence
        """,
    "Foundation": """
        AttributedString Bundle ByteCountFormatter Calendar CharacterSet Data DataProtocol Date DateComponents DateInterval
        Decimal Dimension DispatchQueue Expression FileHandle FileManager FilePresenter Formatter Host IndexPath IndexSet
        InputStream JSONDecoder JSONEncoder JSONSerialization Locale LocalizedError Logger Measurement MeasurementFormatter
        Notification NotificationCenter NumberFormatter Operation OperationQueue OutputStream PersonNameComponents Pipe Port
        Predicate Process ProcessInfo Progress PropertyListDecoder PropertyListEncoder RunLoop Scanner SortDescriptor
        SortComparator Stream Thread TimeInterval TimeZone Timer URL URLCache URLComponents URLQueryItem URLRequest URLResponse
        URLSession UUID Unit UnitAngle UnitArea UnitLength UnitSpeed UndoManager UserDefaults ValueTransformer XMLParser
        """,
    "CoreGraphics and UIKit": """
        AffineTransform CGFloat CGPoint CGRect CGSize CGVector CGPath CGColor CGImage NSDirectionalEdgeInsets NSEdgeInsets
        UIEdgeInsets UIOffset Selector
        """,
    "CoreLocation": """
        CLLocation CLLocationCoordinate2D CLLocationDirection CLLocationDistance CLLocationDegrees CLRegion CLCircularRegion
        CLGeocoder CLHeading CLPlacemark CLLocationUpdate CLMonitor CLBackgroundActivitySession CLServiceSession
        """,
    "MapKit": """
        Annotation LookAroundPreview LookAroundViewer Map MapAnnotation MapAnnotationProtocol MapCamera MapCameraBounds
        MapCameraPosition MapCameraUpdateContext MapCircle MapCompass MapContent MapContentBuilder 
        MapFeature MapInteractionModes MapItemDetailSelectionAccessoryStyle MapMarker MapPin 
        MapPitchSlider MapPitchToggle MapPolygon MapPolyline MapProxy MapReader MapScaleView MapSelection
        MapStyle MapUserLocationButton MapUserTrackingMode MapZoomStepper Marker UserAnnotation UserLocation
        DefaultMapCompass EmptyMapContent TupleMapContent DefaultUserAnnotationContent
        """,
    "SwiftUI": """
        Alert Alignment AlignmentID Anchor Angle AngularGradient Animatable AnimatablePair AnimatableValues Animation
        AnyGradient AnyLayout AnyShape AnyShapeStyle AnyTransition AnyView App AppStorage AsyncImage Axis BackgroundStyle 
        BadgeProminence Binding BindableObject BlendMode ButtonBorderShape Button ButtonRole ButtonStyle Canvas Capsule Circle
        ClipShapeStyle Color ColorPicker ColorRenderingMode ColorScheme Commands CommandGroup CommandMenu ConcentricRectangle
        ContainerRelativeShape ContainerValues ContentMode ContentShapeKinds ContentTransition ContentUnavailableView
        ControlGroup ControlSize CoordinateSpace CoordinateSpaceProtocol DatePicker DisclosureGroup Divider DocumentGroup
        DragGesture DropInfo DynamicProperty DynamicTypeSize DynamicViewContent Edge EdgeInsets EditButton EditMode Ellipse
        EllipticalGradient EmptyView Environment EnvironmentKey EnvironmentObject EnvironmentValues EventModifiers
        ExclusiveGesture FetchRequest FileDocument FillShapeStyle FillStyle Focusable FocusState FocusedValue Font
        ForEach ForegroundStyle Form Gauge Geometry GeometryEffect GeometryProxy GeometryReader Gesture GestureMask GestureState
        Glass GlassEffectContainer Gradient GraphicsContext Grid GridItem GridLayout GridRow Group GroupBox HStack HStackLayout
        HierarchicalShapeStyle HorizontalAlignment HorizontalEdge HoverEffect HoverPhase Image ImageRenderer InsettableShape
        InspectorCommands ItemProvider KeyEquivalent KeyPress KeyboardShortcut Keyframe KeyframeTimeline Label LabelStyle
        LabeledContent Layout LayoutDirection LayoutProperties LayoutSubview LayoutSubviews LayoutValueKey
        LazyHGrid LazyHStack LazyVGrid LazyVStack LinearGradient Link List ListItemTint LocalCoordinateSpace
        LocalizedStringKey LongPressGesture MagnificationGesture MagnifyGesture MatchedGeometryProperties Material Menu
        MeshGradient ModifiedContent MoveTransition NamedCoordinateSpace Namespace NavigationLink NavigationPath
        NavigationSplitView NavigationStack NavigationView ObservedObject OffsetShape OffsetTransition OnInsertTableRowModifier
        OpacityTransition OpenURLAction OutlineGroup OutlineSubgroupChildren Path PasteButton PhaseAnimator Picker
        PinnedScrollableViews PlaceholderContentView PointerStyle PreferenceKey PresentationMode
        PreviewDevice PreviewLayout PreviewProvider PrimitiveButtonStyle ProgressView ProjectionTransform Prominence
        ProposedViewSize RadialGradient Rectangle RectangleCornerRadii RedactionReasons RotateGesture RotatedShape
        RotationGesture RoundedCornerStyle RoundedRectangle SafeAreaRegions ScaledMetric ScaledShape ScaleTransition Scene
        SceneBuilder ScenePhase SceneStorage ScrollPosition ScrollTarget ScrollView ScrollViewProxy ScrollViewReader Section
        SectionedFetchResults SecureField SensoryFeedback SequenceGesture Settings Shader ShadowStyle Shape ShapeRole
        ShapeStyle ShapeView ShareLink SharePreview SimultaneousGesture Slider Spacer SpatialTapGesture SpringKeyframe Spring
        State StateObject Stepper StrokeShapeView StrokeStyle StrokeBorderShapeView SubmitLabel Subview
        SubviewsCollection SwitchToggleStyle SymbolEffect SymbolRenderingMode SymbolVariants TabSection TabView Table
        TableColumn TableRow TapGesture Text TextAlignment TextEditor TextField TextRenderer TextSelection TimelineSchedule
        TimelineView TintShapeStyle TitleBarMenu Toggle Toolbar ToolbarContent ToolbarItem ToolbarItemGroup ToolbarPlacement
        Transaction TransformedShape Transition TransitionPhase TransitionProperties TupleView UIViewRepresentable
        UnevenRoundedRectangle UnitCurve UnitPoint UserInterfaceSizeClass VStack VStackLayout VectorArithmetic VerticalAlignment
        VerticalEdge View ViewBuilder ViewDimensions ViewModifier ViewSpacing ViewThatFits Visibility
        VisualEffect Window WindowGroup WindowResizability ZStack ZStackLayout
        """,
    "MapboxMaps": """
        AmbientLight AnimationCompletion AnimationOwner AnnotatedFeature Annotation AnnotationManager AnnotationOrchestrator
        AnyCancelable ArrayBuilder Atmosphere AttributionDialogManager AttributionURLOpener BackgroundLayer BasicCameraAnimator
        CameraAnimationsManager CameraAnimator CameraBounds CameraBoundsOptions CameraChanged CameraChangedCallback
        CameraOptions CameraState CameraTransition CancelError Cancelable CanonicalTileID CircleAnnotation
        CircleAnnotationGroup CircleAnnotationManager CircleLayer ClipLayer ColorTheme CompassViewOptions ConditionalMapContent
        ConditionalMapStyleContent ConstrainMode ContextMode CoordinateBounds CoordinateBoundsZoom CoordinateInfo
        CustomGeometrySource CustomGeometrySourceOptions CustomLayer CustomLayerHost CustomLayerRenderConfiguration
        CustomLayerRenderParameters CustomRasterSource CustomRasterSourceOptions DataRef DefaultViewportTransition
        DefaultViewportTransitionOptions DirectionalLight EasingParameters EdgeInsets ElevationData EmptyMapContent
        EmptyMapStyleContent Encoding EventTimeInterval Exp Expression FeatureExtensionValue FeatureState Featureset
        FeaturesetDescriptor FeaturesetFeature FillAnnotation FillExtrusionLayer FillLayer FlatLight FlyToCameraAnimator
        FollowPuckViewportState FollowPuckViewportStateBearing FollowPuckViewportStateOptions FontScale ForEvery
        FreeCameraOptions GenericEvent GeoJSONSource GeoJSONSourceData GestureManager GestureOptions GestureType
        GlyphsRasterizationMode GlyphsRasterizationOptions HeatmapLayer HillshadeLayer HttpResponseCallback ImageContent
        ImageSource ImageStretches ImmediateViewportTransition ImportPosition InteractionContext Layer LayerAtPosition
        LayerInfo LayerPosition LayerType LightInfo LightType LineLayer Location LocationIndicatorLayer LocationManager
        LocationOptions LogoViewOptions LongPressInteraction Map MapCenterAltitudeMode MapContent MapContentBuilder
        MapContentGestureManager MapDebugOptions MapError MapEventType MapGestureHandlers MapIdle MapInitOptions MapLoaded
        MapLoadingError MapOptions MapProxy MapReader MapSnapshotOptions MapStyle MapStyleContent MapStyleContentBuilder
        MapURLOpener MapView MapViewAnnotation MapboxMap MapboxMapsOptions MapboxOptions Marker MarkerAnimationEffect
        MarkerAnimationTrigger MercatorCoordinate Model ModelLayer ModelSource NorthOrientation OfflineManager OfflineRegion
        OptionalMapContent OptionalMapStyleContent OrnamentOptions OrnamentPosition OrnamentsManager OverviewViewportState
        OverviewViewportStateOptions PerformanceStatistics PointAnnotation PointAnnotationGroup PointAnnotationManager
        PolygonAnnotation PolygonAnnotationGroup PolylineAnnotation PolylineAnnotationGroup PresentationTransactionMode
        ProjectedMeters Projection PromoteId Puck2D Puck2DConfiguration Puck3D Puck3DConfiguration PuckBearing PuckType
        QueriedFeature QueriedRenderedFeature QueriedSourceFeature RasterArraySource RasterDemSource RasterLayer RasterSource
        RenderFrameFinished RenderFrameStarted RenderModeType RenderedQueryGeometry RenderedQueryGeometryConvertible
        RenderedQueryOptions RequestInfo ResourceRequest ResourceRequestError ResponseInfo ScaleBarViewOptions Scheme
        ScreenBox ScreenCoordinate Signal Size SkyLayer SlopeLayer Slot Snapshotter Source SourceAdded SourceDataLoaded
        SourceInfo SourceQueryOptions SourceRemoved SourceType StandardFont StandardLightPreset StandardTheme Style
        StyleColor StyleDataLoaded StyleDecodable StyleEncodable StyleError StyleImageMissing StyleImport StyleLoaded
        StyleManager StylePack StylePackLoadOptions StyleProjection StyleProjectionName StyleReloadPolicy StyleTransition
        StyleURI SymbolLayer TapInteraction Terrain TileCoverOptions TileFunctionCallback TileRegion TileRegionError
        TileRegionLoadOptions TileStore TileStoreOptions TilesetDescriptor TransitionOptions TupleMapContent
        TupleMapStyleContent TypeConversionError Value ValueConverter Vec2 Vec3 Vec4 VectorSource ViewAnnotation
        ViewAnnotationManager ViewAnnotationOptions Viewport ViewportAnimation ViewportManager ViewportMode ViewportOptions
        ViewportState ViewportStatus ViewportStatusChangeReason ViewportStatusObserver ViewportTransition Visibility
        """,
    "Turf": """
        BoundingBox Consumer Feature FeatureCollection FeatureIdentifier ForeignMemberContainer GeoJSONObject
        GeoJSONObjectConvertible Geometry GeometryCollection GeometryConvertible GeometryType JSONArray JSONObject JSONValue
        LineSegment LineString LocationCoordinate2D LocationDegrees LocationDirection LocationDistance LocationRadians
        MultiLineString MultiPoint MultiPolygon Point Polygon RadianCoordinate2D RadianDistance Ring Simplifier Spline Turf
        WKTConvertible
        """,
    "MapLibre": """
        AnyCancellable CameraChangeReason CameraState CircleStyleLayer FillStyleLayer LayerReferenceList LineStyleLayer
        MapGesture MapGestureContext MapView MapViewCamera MapViewContentBuilder MapViewHostViewController MapViewProxy
        ShapeDataBuilder ShapeSource Source StyleLayer StyleLayerCollection StyleLayerDefinition SymbolStyleLayer
        """,
    "GRDB": """
        AdaptedFetchRequest AllColumns Association BelongsToAssociation CascadeDeleteAction Column ColumnDefinition
        ColumnExpression Configuration Cursor DatabaseQueue Database DatabaseError DatabaseFunction DatabaseMigrator
        DatabasePool DatabaseReader DatabaseRegion DatabaseValue DatabaseWriter EncodableRecord FetchRequest FetchableRecord
        ForeignKey FTS5 HasManyAssociation Inflections JSONColumn MutablePersistableRecord PersistableRecord QueryInterfaceRequest
        Record Row RowAdapter RowCursor SQL SQLExpression SQLRequest SQLSelection Schema Statement StatementArguments Table
        TableDefinition TableRecord TableRequest TransactionObserver ValueObservation
        """,
}.items()}
